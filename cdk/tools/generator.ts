import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files of the repository that are made from the code. One frozen value per kind of file. */
export interface Generator {
  /**
   * Matches the path, from the root of the repository, of every file that this generator may write. A file that matches
   * and that `render` leaves out belongs to something that is gone: it is deleted.
   */
  readonly files: RegExp;
  /** The text of each file, by path. */
  render(): Promise<ReadonlyMap<string, string>> | ReadonlyMap<string, string>;
}

/** Defines a generator. */
export function defineGenerator(generator: Generator): Generator {
  return Object.freeze(generator);
}

/** What has to change in the repository so that it has what the generator renders; undefined means: delete the file. */
export async function changesOf(
  generator: Generator,
  root: string,
  present: readonly string[],
): Promise<ReadonlyMap<string, string | undefined>> {
  const wanted = await generator.render();
  const changes = new Map<string, string | undefined>();
  for (const [file, text] of wanted) {
    if (!generator.files.test(file)) throw new Error(`${file} is not among ${generator.files}.`);
    const path = join(root, file);
    if (!existsSync(path) || readFileSync(path, 'utf8') !== text) changes.set(file, text);
  }
  for (const file of present) {
    if (generator.files.test(file) && !wanted.has(file)) changes.set(file, undefined);
  }
  return changes;
}
