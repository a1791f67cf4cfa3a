import { wordings } from './wordings.ts';

const words = wordings.mapBar;
export const ALL = 'all';

/**
 * What can be counted: versions are numbered without gaps, the newest first. A chosen number that is none
 * (an old address) stands among them.
 */
export function versionChoices(newest: number, chosen: number | null) {
  const numbers = Array.from({ length: newest }, (_, n) => newest - n);
  return [
    { value: ALL, label: words.allVersions },
    { value: '0', label: words.noVersion },
    ...[...(chosen !== null && chosen > newest ? [chosen] : []), ...numbers].map((number) => ({
      value: String(number),
      label: words.numbered(number),
    })),
  ];
}
