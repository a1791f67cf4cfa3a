/**
 * A text with the words that gave rise to the doubt marked in it; as it is when they stand otherwise there
 * (accents, apostrophes).
 */
export function MarkedWords({ text, words }: { text: string; words: string }) {
  const at = text.toLowerCase().indexOf(words.toLowerCase());
  if (words === '' || at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + words.length)}</mark>
      {text.slice(at + words.length)}
    </>
  );
}
