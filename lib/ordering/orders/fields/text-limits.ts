/** Longest name, in characters. */
export const MAX_NAME = 80;

/** Longest instructions and description (specification 8). */
export const MAX_TEXT = 280;

/** Longest address line or part of an address, email and reference id: longer than any real one. */
export const MAX_LINE = 500;
