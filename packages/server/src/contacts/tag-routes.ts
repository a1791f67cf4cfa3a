import { calls } from '@parley/contract';
import { NotFound } from '../platform/errors.ts';
import { routesOf } from '../platform/http/handler.ts';
import { noTag } from '../tags/index.ts';
import { setValue as storeValue, valuesOf } from './tag-values.ts';

const { ofContact, setValue } = calls.tags;

export const tagRoutes = routesOf(
  { ofContact, setValue },
  {
    async ofContact({ db, accountId }, { contact, filter }) {
      const found = await valuesOf(db, accountId, contact, filter);
      if (!found) throw new NotFound();
      return found;
    },

    async setValue({ db, accountId, clock }, { contact, tag, value }) {
      const found = await storeValue(db, accountId, contact, { tag, value }, clock.now());
      if (!found.contact) throw new NotFound();
      if (!found.tag) throw noTag(tag);
      return {};
    },
  },
);
