/** Longest name, in characters. */
export const MAX_NAME = 80;

/** Longest instructions and description (specification 8). */
export const MAX_TEXT = 280;

/** Longest address line or part of an address, email and reference id: longer than any real one. */
export const MAX_LINE = 500;

/** What a text may be limited to; a rule reports each. */
export type TextLimit = typeof MAX_NAME | typeof MAX_TEXT | typeof MAX_LINE;
