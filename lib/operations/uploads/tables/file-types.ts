/** Kinds of files. */
export const FILE_TYPES = ['csv', 'xlsx'] as const;

/** A file that is no table, and why. */
export class NoTable extends Error {}
