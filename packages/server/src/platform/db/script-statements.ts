/** A comment, a quoted text (of a function, too), a quoted name, the end of a statement, or anything else. */
const PIECES =
  /--[^\n]*|\/\*[\s\S]*?\*\/|\$((?:[a-z_]\w*)?)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'|"[^"]*"|;|[^-/$'";]+|[\s\S]/gi;

/** Whether a statement goes on behind a semicolon: it is within the body of a function. */
const goesOn = (statement: string) =>
  /\bbegin\s+atomic\b/i.test(statement) && !/;\s*end\s*$/i.test(statement);

/** The statements of a file of SQL, in their order, without what is said about them. */
export function statementsOf(text: string): string[] {
  const statements: string[] = [];
  let statement = '';
  for (const [piece] of `${text};`.matchAll(PIECES)) {
    if (piece.startsWith('--') || piece.startsWith('/*')) continue;
    if (piece !== ';' || goesOn(statement)) statement += piece;
    else {
      statements.push(statement.trim());
      statement = '';
    }
  }
  return statements.filter((each) => each !== '');
}
