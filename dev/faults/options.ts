import { parseArgs } from 'node:util';
import { dice } from './dice.ts';

type Widened<Value> = Value extends number ? number : string;

/**
 * Reads a fault run's options from the command line: one per default, of the default's kind (`--people
 * 5000`), and `--seed`, which is the time when it is left out. `random` throws the dice of that seed.
 *
 * @throws Error when a number is not one or an option is unknown.
 */
export function readOptions<Defaults extends Record<string, number | string>>(
  defaults: Defaults,
): { [Name in keyof Defaults]: Widened<Defaults[Name]> } & { seed: number; random: () => number } {
  const all: Record<string, number | string> = { ...defaults, seed: Date.now() % 1_000_000 };
  const { values } = parseArgs({
    options: Object.fromEntries(Object.keys(all).map((name) => [name, { type: 'string' as const }])),
  });
  for (const [name, text] of Object.entries(values)) {
    all[name] = typeof all[name] === 'number' ? readNumber(name, String(text)) : String(text);
  }
  return { ...all, random: dice(Number(all.seed)) } as ReturnType<typeof readOptions<Defaults>>;
}

function readNumber(name: string, text: string): number {
  const number = Number(text);
  if (text === '' || !Number.isFinite(number)) throw new Error(`--${name} must be a number, not "${text}".`);
  return number;
}
