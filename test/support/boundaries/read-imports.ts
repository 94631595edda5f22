import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';

/** One import of one file. */
export interface FileImport {
  /** Path of the importing file from the root of the repository. */
  readonly file: string;
  /** What it imports as it is written. */
  readonly specifier: string;
  /** Path of the imported file from the root; undefined for a package or a module of Node. */
  readonly target: string | undefined;
}

/** A TypeScript file with its text. */
export interface SourceFile {
  readonly file: string;
  readonly text: string;
}

/** The TypeScript files in `folders`, with paths from `root`. */
export function readSources(root: string, folders: readonly string[]): readonly SourceFile[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
      // The client is a separate package, with its own installed and built files.
      .filter((file) => !/\/(?:node_modules|dist)\//.test(file))
      .sort()
      .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') })),
  );
}

/**
 * Static imports and re-exports, and dynamic imports of a literal. The formatter determines how these look (single
 * quotes, statements at the start of a line), so a pattern finds all of them.
 */
const IMPORT =
  /^(?:import|export)\b[^'";]*?\bfrom\s*'(?<from>[^']+)'|^import\s*'(?<bare>[^']+)'|(?<!"[^\n]*)\bimport\(\s*'(?<late>[^']+)'/gm;

/** What a file imports, types included. */
export function importsOf({ file, text }: SourceFile): readonly FileImport[] {
  return [...text.matchAll(IMPORT)].map(({ groups = {} }) => {
    const specifier = groups.from ?? groups.bare ?? groups.late ?? '';
    const target = specifier.startsWith('.') ? posix.join(dirname(file), specifier) : undefined;
    return { file, specifier, target };
  });
}
