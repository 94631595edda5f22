/** A file as a known program writes it, recognized by the names of its columns. */
export interface FileFormat {
  /** Name of the program, for people. */
  readonly name: string;
  /** Columns that only this program's files have all of; spelling, case and spaces do not matter. */
  readonly signature: readonly string[];
  /** What its columns fill, by their names; null = nothing. Columns that are not named here are guessed. */
  readonly columns: Readonly<Record<string, string | null>>;
}

/** A column name without case, accents, spaces and signs. */
export function plainName(name: string): string {
  const letters = name.toLowerCase().replaceAll('ß', 'ss').normalize('NFKD');
  return letters.replaceAll(/[^\p{L}\p{N}]/gu, '');
}
