import { calls } from '@parley/contract';
import { recordAuditEvent } from '../audit/index.ts';
import { transact } from '../platform/db/database.ts';
import { deleteOnce } from '../platform/deletion.ts';
import { NotFound } from '../platform/errors.ts';
import { isConfirmed, routesOf } from '../platform/http/handler.ts';
import { tellThing } from '../platform/live/thing-news.ts';
import { type Secrets, UnreadableSecret } from '../platform/secrets.ts';
import { forgetCredentials, newPair } from './keys.ts';
import * as store from './store.ts';

export const routes = routesOf(calls.credentials, {
  async list({ db, accountId, secrets, caller, clock }, { filter }) {
    // Whoever leaves the team must not take a secret along, nor who has found nothing but a cookie.
    const isShown = caller.role === 'owner' && isConfirmed(caller, clock.now());
    const found = await store.listCredentials(db, accountId, filter);
    return {
      credentials: found.map(({ id, name, accessKey, secretEncrypted }) => ({
        id,
        name,
        accessKey,
        secretKey: isShown ? shownSecret(secrets, secretEncrypted) : '',
      })),
    };
  },

  async add(context, { name }) {
    const { db, accountId, clock, secrets } = context;
    const { accessKey, secretKey } = newPair();
    const secretEncrypted = secrets.encrypt(secretKey);
    const credential = { name, accessKey, secretEncrypted, now: clock.now() };
    const id = await transact(db, async (trx) => {
      const made = await store.insertCredential(trx, accountId, credential);
      await recordAuditEvent(trx, context, { act: 'created', kind: 'credential', id: made });
      return made;
    });
    tellThing(context, 'credential', id);
    return { id };
  },

  async rename(context, { credential, name }) {
    const { db, accountId } = context;
    if (!(await store.renameCredential(db, accountId, credential, name))) throw new NotFound();
    tellThing(context, 'credential', credential);
    return {};
  },

  async remove(context, { credential }) {
    const { db, accountId } = context;
    await deleteOnce(db, accountId, { kind: 'credential', id: credential }, async (trx) => {
      await recordAuditEvent(trx, context, { act: 'deleted', kind: 'credential', id: credential });
      if (!(await store.deleteCredential(trx, accountId, credential))) throw new NotFound();
    });
    forgetCredentials(context);
    tellThing(context, 'credential', credential);
    return {};
  },
});

/** One that cannot be read any more must not hide the others, nor itself: it is to be deleted. */
function shownSecret(secrets: Secrets, encrypted: Buffer): string {
  try {
    return secrets.decrypt(encrypted);
  } catch (error) {
    if (error instanceof UnreadableSecret) return 'Unreadable: stored with another SECRET_KEY';
    throw error;
  }
}
