import { calls } from '@parley/contract';
import { requireBlast } from '../messages/index.ts';
import { routesOf } from '../platform/http/handler.ts';
import { filePeople, pageOfPeople } from './people-by-reason.ts';
import { compareVariants } from './variants.ts';

const { people, exportPeople, variants } = calls.delivery;

export const peopleRoutes = routesOf(
  { people, exportPeople, variants },
  {
    async people({ db, accountId }, { start, search, ...bucket }) {
      await requireBlast(db, accountId, bucket.blast);
      const people = await pageOfPeople(db, accountId, bucket, start, search.trim());
      return {
        people: people.map(({ at, until, ...person }) => ({
          ...person,
          at: at.toISOString(),
          until: until?.toISOString() ?? '',
        })),
      };
    },

    async exportPeople({ db, accountId }, bucket) {
      await requireBlast(db, accountId, bucket.blast);
      return filePeople(db, accountId, bucket);
    },

    async variants({ db, accountId }, { blast }) {
      await requireBlast(db, accountId, blast);
      return { variants: await compareVariants(db, accountId, blast) };
    },
  },
);
