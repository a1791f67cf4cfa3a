/**
 * A merge token as it stands in a text, `{%First name%}` or `{%First name|there%}`: the source of a regular
 * expression with the name and the default as its groups. A per cent sign may stand in both ("50% off"),
 * braces in neither, a bar not in the name.
 */
export const MERGE_TOKEN = String.raw`\{%((?:[^{}%|]|%(?!\}))+)(?:\|((?:[^{}%]|%(?!\}))*))?%\}`;

/**
 * Whether a value of this name can be put into texts: it has no braces and no bar, and does not read like the
 * answer to a step or the link to the preference page.
 */
export const canBeMerged = (name: string): boolean =>
  !/[{}|]|^\s*(?:answer|intent)\s*:/i.test(name) && !isPreferencesLink(name);

/** Whether what stands in a token means the link to the preference page. */
export const isPreferencesLink = (name: string): boolean => /^\s*link\s*:\s*preferences\s*$/i.test(name);
