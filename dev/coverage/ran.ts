import { relative } from 'node:path';
import { isMeant, type Reference, ROOT } from './rows.ts';

/** What vitest's JSON reporter writes, as far as it is read here. */
export type Report = {
  testResults: {
    name: string;
    assertionResults: { ancestorTitles: string[]; title: string; status: string }[];
  }[];
};

/** The references that name no test that passed in one of these runs, each in words. */
export function notShown(references: Reference[], reports: Report[]): string[] {
  const passed = titlesThatPassed(reports);
  const wrong = references.flatMap(({ place, path, title }) => {
    const titles = passed.get(path);
    if (titles === undefined) return [`no test of ${path || '(no file)'} passed`];
    return titles.some((names) => names.some((name) => isMeant(name, title)))
      ? []
      : [`${place}: no test of ${path} that passed is called "${title}"`];
  });
  return [...new Set(wrong)];
}

/** For each file its tests, each by its title alone and with the groups around it. */
function titlesThatPassed(reports: Report[]): Map<string, string[][]> {
  const titles = new Map<string, string[][]>();
  for (const file of reports.flatMap((report) => report.testResults)) {
    const path = relative(ROOT, file.name).replaceAll('\\', '/');
    const passed = file.assertionResults.filter((test) => test.status === 'passed');
    if (passed.length === 0) continue;
    const named = passed.map((test) => {
      const names = [...test.ancestorTitles, test.title];
      return names.map((_, from) => names.slice(from).join(' > '));
    });
    titles.set(path, [...(titles.get(path) ?? []), ...named]);
  }
  return titles;
}
