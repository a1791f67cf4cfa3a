/** Whom the phone runs a flow as: nobody in particular, or a contact of the account. */
import { calls, type ReplyOf } from '@parley/contract';
import type { QuietHours } from '@parley/engine/memory-host.ts';
import { useMemo } from 'react';
import type { AskError } from '../../data/ask.ts';
import { useZone } from '../../data/use-account.ts';
import { useCall } from '../../data/use-call.ts';
import type { SimulatedPerson } from './replay.ts';

export type Contact = ReplyOf<typeof calls.talks.person>;

export type OpenPerson = {
  /** Null until it is known. */
  person: SimulatedPerson | null;
  /** What is known of a real contact; null for the test person. */
  contact: Contact | null;
  error: AskError | null;
  retry: () => void;
};

/** `id`: the contact's, 0 for the test person. `isHeld`: quiet hours hold messages. */
export function usePerson(id: number, isHeld: boolean): OpenPerson {
  const zone = useZone();
  const found = useCall(calls.talks.person, { contact: id }, { enabled: id > 0 });
  const hours = useCall(calls.talks.hours, {}, { enabled: id === 0 && isHeld });
  const contact = id > 0 ? (found.data ?? null) : null;
  const usual = id === 0 && isHeld ? hours.data : undefined;
  const person = useMemo(() => {
    if (id > 0) return contact && personOf(contact, isHeld);
    const quiet = usual && quietOf({ ...usual, zones: zone, state: '' });
    return { timeZone: zone, tags: {}, quiet };
  }, [id, contact, usual, zone, isHeld]);
  const query = id > 0 ? found : hours;
  return { person, contact, error: query.error, retry: () => void query.refetch() };
}

const personOf = (contact: Contact, isHeld: boolean): SimulatedPerson => ({
  phone: contact.phone,
  timeZone: contact.timeZone,
  tags: Object.fromEntries(contact.tags.map(({ name, value }) => [name, value])),
  quiet: isHeld ? quietOf(contact) : undefined,
  optedOut: contact.optedOut,
});

type Hours = Pick<Contact, 'quiet' | 'from' | 'to' | 'byState' | 'zones' | 'state'>;

const quietOf = ({ quiet, from, to, byState, zones, state }: Hours): QuietHours | undefined =>
  quiet
    ? { rule: { hours: [from, to], byState }, zones: zones.split(', '), state: state === '' ? null : state }
    : undefined;
