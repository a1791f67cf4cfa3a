/** The pretend phones on the desk: kept in this browser for each user, with the channel they text to. */
import { useLocalStorage } from '@mantine/hooks';
import { useSession } from '../data/session.ts';

export const MOST_PHONES = 12;

type Desk = {
  /** E.164, in the order they stand. */
  phones: string[];
  /** The channel's number as shown; empty: the first simulator channel. */
  channel: string;
};

/** A number of the range that no carrier gives out, 555-0100 to 555-0199, that is not there yet. */
export function randomPhone(taken: string[], random: () => number = Math.random): string {
  const areas = ['206', '212', '303', '312', '415', '512', '617', '702', '808'];
  for (let tries = 0; ; tries += 1) {
    const area = areas[Math.floor(random() * areas.length)] ?? '212';
    const phone = `+1${area}55501${String(Math.floor(random() * 100)).padStart(2, '0')}`;
    if (!taken.includes(phone) || tries > 1000) return phone;
  }
}

export function usePhones() {
  const user = useSession((session) => session.user);
  const [desk, setDesk] = useLocalStorage<Desk>({
    key: `parley-phones:${user}`,
    defaultValue: { phones: [], channel: '' },
    getInitialValueInEffect: false,
  });
  return {
    ...desk,
    add: (phone: string) =>
      setDesk((now) => ({ ...now, phones: [...now.phones.filter((other) => other !== phone), phone] })),
    remove: (phone: string) =>
      setDesk((now) => ({ ...now, phones: now.phones.filter((other) => other !== phone) })),
    setChannel: (channel: string) => setDesk((now) => ({ ...now, channel })),
  };
}
