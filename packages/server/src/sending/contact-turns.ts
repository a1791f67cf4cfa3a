/**
 * Rounds of the outbox are in work beside each other, and each asks the database before it hands anything
 * over. So that nobody gets a later message first, what is for one person goes one round after the other.
 */

/** The messages of one round. */
export type ContactTurn = {
  /** Resolves when all that earlier rounds have for this person is answered; undefined: nothing is open. */
  behind: (message: number) => Promise<unknown> | undefined;
  /** These are answered, or are not handed over. */
  leave: (messages: Iterable<number>) => void;
  /** All are. Must be called in the end, or these persons get nothing more. */
  end: () => void;
};

export class ContactTurns {
  /** By person: resolves when all is answered that has been taken in hand for them. */
  private readonly last = new Map<number, Promise<unknown>>();

  /** Rounds enter in their order. `contacts`: whom each message is for. */
  enter(contacts: ReadonlyMap<number, number>): ContactTurn {
    const open = new Map(contacts);
    const own = new Map<number, { left: number; isOver: () => void }>();
    const before = new Map<number, Promise<unknown>>();
    for (const contact of contacts.values()) {
      const known = own.get(contact);
      if (known) known.left += 1;
      else own.set(contact, { left: 1, isOver: this.follow(contact, before) });
    }
    const leave = (messages: Iterable<number>) => {
      for (const message of messages) {
        const mine = own.get(open.get(message) ?? 0);
        if (!mine) continue;
        open.delete(message);
        mine.left -= 1;
        if (mine.left === 0) mine.isOver();
      }
    };
    return {
      behind: (message) => before.get(contacts.get(message) ?? 0),
      leave,
      end: () => leave([...open.keys()]),
    };
  }

  /** Takes the place behind whoever is the last for a person; answers what gives it up. */
  private follow(contact: number, before: Map<number, Promise<unknown>>): () => void {
    const earlier = this.last.get(contact);
    if (earlier) before.set(contact, earlier);
    const { promise, resolve } = Promise.withResolvers<unknown>();
    this.last.set(contact, promise);
    // Who has nothing to hand over is over no sooner than those before.
    return () => {
      resolve(earlier);
      void promise.then(() => {
        if (this.last.get(contact) === promise) this.last.delete(contact);
      });
    };
  }
}
