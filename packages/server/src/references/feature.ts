import { calls } from '@parley/contract';
import { findList } from '../lists/index.ts';
import { NotFound } from '../platform/errors.ts';
import type { Feature } from '../platform/feature.ts';
import { routesOf } from '../platform/http/handler.ts';
import { usesOfCampaign, usesOfList, usesOfTag } from './store.ts';

const routes = routesOf(calls.uses, {
  async ofList({ db, accountId }, { list }) {
    if (!(await findList(db, accountId, list))) throw new NotFound();
    return { uses: await usesOfList(db, accountId, list) };
  },

  async ofTag({ db, accountId }, { tag }) {
    const uses = await usesOfTag(db, accountId, tag);
    if (!uses) throw new NotFound();
    return { uses };
  },

  async ofCampaign({ db, accountId }, { campaign }) {
    const found = await usesOfCampaign(db, accountId, campaign);
    if (!found) throw new NotFound();
    return found;
  },
});

export const feature: Feature = { routes };
