/**
 * Whether nobody sees anything of a text: white space, and characters that are drawn as nothing (a zero-width
 * space, a word joiner, a filler) or as a space (the blank pattern of Braille).
 */
export const isBlank = (text: string): boolean => !SEEN.test(text);

const SEEN = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u;
