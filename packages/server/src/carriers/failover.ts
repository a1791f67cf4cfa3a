/**
 * A channel's connection and its backup as one carrier. What is queued goes over the backup while the first
 * one is not well; what was handed over stays where it is: a message in doubt never goes out again over the
 * other way. The sender is the channel's number on both.
 */
import type { Carrier, OutgoingMessage } from './carrier.ts';
import type { Guarded } from './circuit.ts';

export function withBackup(primary: Guarded, backup: Guarded | null): Carrier {
  if (!backup) return primary;
  const current = () => (!primary.isAvailable() && backup.isAvailable() ? backup : primary);
  return {
    kind: primary.kind,
    // The other way does not know what this one took.
    supportsIdempotencyKey: false,
    send: (groups, report, mayStart) => current().send(groups, report, mayStart),
    probe: () => current().probe(),
    link: () => current().link(),
    close: async () => undefined,
  };
}

/** A carrier that takes no pictures gets their address as the last line of the text. */
export function picturesAsLinks(carrier: Carrier): Carrier {
  return {
    ...carrier,
    async send(groups, report, mayStart) {
      const originals = new Map<OutgoingMessage, OutgoingMessage>();
      const texts = groups.map((group) =>
        group.map((message) => {
          if (message.media === null) return message;
          const text = { ...message, media: null, body: `${message.body}\n${message.media}`.trim() };
          originals.set(text, message);
          return text;
        }),
      );
      await carrier.send(
        texts,
        (message, result) => report(originals.get(message) ?? message, result),
        mayStart,
      );
    },
  };
}
