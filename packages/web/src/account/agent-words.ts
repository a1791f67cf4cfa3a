import { wordings } from './wordings.ts';

const BROWSERS: [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, wordings.agentWords.samsungInternet],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: [RegExp, string][] = [
  [/iPhone/, wordings.agentWords.anIphone],
  [/iPad/, wordings.agentWords.anIpad],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, wordings.agentWords.aMac],
  [/CrOS/, wordings.agentWords.aChromebook],
  [/Linux|X11/, 'Linux'],
];

const nameOf = (table: [RegExp, string][], agent: string) =>
  table.find(([pattern]) => pattern.test(agent))?.[1];

/** What a browser calls itself, for people: 'Firefox on a Mac'. */
export function agentWords(agent: string): string {
  const browser = nameOf(BROWSERS, agent);
  const system = nameOf(SYSTEMS, agent);
  if (browser && system) return `${browser} on ${system}`;
  return (
    browser ??
    (system
      ? wordings.agentWords.aBrowserOn(system)
      : agent.split(/[\s/]/)[0] || wordings.agentWords.unknownBrowser)
  );
}
