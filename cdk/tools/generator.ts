/** A file of the repository that is made from the code, wholly or in a marked section. One frozen value per file. */
export interface Generator {
  /** Path from the root of the repository. */
  readonly file: string;
  /** What shall be in the file. `present` is what is there now, undefined when there is no file. */
  render(present: string | undefined): Promise<string | undefined> | string | undefined;
}

/** Defines a generator. */
export function defineGenerator(generator: Generator): Generator {
  return Object.freeze(generator);
}

/**
 * `text` with the section between `<!-- name:begin -->` and `<!-- name:end -->` replaced. Throws when the markers are
 * missing.
 */
export function replaceSection(text: string, name: string, content: string): string {
  const begin = `<!-- ${name}:begin -->`;
  const end = `<!-- ${name}:end -->`;
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from === -1 || to < from) throw new Error(`The markers ${begin} and ${end} are missing.`);
  return `${text.slice(0, from + begin.length)}\n${content}\n${text.slice(to)}`;
}
