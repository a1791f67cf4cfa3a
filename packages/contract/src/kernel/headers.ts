/**
 * A request that carries this header is done once: sent again with the same key, within a day, it gets the
 * same reply.
 */
export const INTENT_HEADER = 'idempotency-key';

export const isIntentKey = (key: string): boolean => /^[\w-]{8,100}$/.test(key);

/**
 * The account that a screen shows; in an address, where a link can set no header, a field of this name. Where
 * the session works in another one by now nothing is done, and the answer is {@link OTHER_ACCOUNT}.
 */
export const ACCOUNT_HEADER = 'parley-account';

/**
 * Which open page sends a request, in the form of an intent's key: what others are told of an edit says where
 * it was made, so that this page passes it over.
 */
export const PAGE_HEADER = 'parley-page';

/** HTTP status. */
export const OTHER_ACCOUNT = 409;
