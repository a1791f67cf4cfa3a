import { Fragment, type ReactNode } from 'react';
import { isolatedName, quoted } from '../data/isolated.ts';

/**
 * The places of a wording: 'phone' of 'We texted it to {phone}.'; any, where its words are not known to the
 * compiler.
 */
type PlacesOf<Words extends string> = string extends Words
  ? string
  : Words extends `${string}{${infer Place}}${infer Rest}`
    ? Place | PlacesOf<Rest>
    : never;

type FilledProps<Words extends string> = { words: Words; parts: Record<PlacesOf<Words>, ReactNode> };

/**
 * A wording with elements in its places: `<Filled words="We texted it to {phone}." parts={{ phone: <b>…</b>
 * }} />`. The sentence stays one, so that another language can put its links and bold words elsewhere.
 */
export function Filled<const Words extends string>({ words, parts }: FilledProps<Words>) {
  const filling: Record<string, ReactNode> = parts;
  return words.split(/\{(\w+)\}/).map((piece, index) => {
    if (index % 2 === 0) return piece;
    if (!(piece in filling)) throw new Error(`There is nothing to put in {${piece}} of ${quoted(words)}.`);
    // biome-ignore lint/suspicious/noArrayIndexKey: the places of a sentence keep their order
    return <Fragment key={index}>{alone(filling[piece])}</Fragment>;
  });
}

/** A name reads in its own direction, whatever the sentence goes on with. */
const alone = (part: ReactNode) => (typeof part === 'string' ? isolatedName(part) : part);
