/** Longest name, in characters. */
export const MAX_NAME = 80;

/** Longest instructions and description (specification 8). */
export const MAX_TEXT = 280;

/**
 * Maximum length of an address line, of a part of an address, of an e-mail address and of a reference id: longer than
 * any real one.
 */
export const MAX_LINE = 500;

/** Length limits of texts; a rule reports each. */
export type TextLimit = typeof MAX_NAME | typeof MAX_TEXT | typeof MAX_LINE;
