import { basename, dirname, join } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { BESIDE } from './load-late.ts';
import { namesIn } from './read-exports.ts';

/** A part of a function as esbuild splits it: what the same files of the function need. */
export interface Chunk {
  readonly path: string;
  /** An ES module that begins with its imports of other chunks. */
  readonly text: string;
  readonly exports: readonly string[];
  /** Name of the file that begins with it; undefined for a part of what files have in common. */
  readonly begins: string | undefined;
}

/** A file of a function: its name without ending, and its content. */
export interface BundleFile {
  readonly name: string;
  readonly contents: Uint8Array;
}

/** What a function loads when it starts. */
export const INDEX = 'index';

/** The file of what several late files need, but not `index`. */
const SHARED = 'shared';

/** The call around the import of a late file's chunk. */
export const LOADS_CHUNK = 'loadLateFile';

const IMPORT = /import (?:\{([^}]*)\} from )?"(\.\/[^"]+)";\s*/g;
const IMPORTS = new RegExp(`^(?:${IMPORT.source})*`);
/** In a late module's calls, and in packages. */
const LATE_IMPORT = new RegExp(String.raw`${LOADS_CHUNK}\(import\("(\./[^"]+)"\)\)`, 'g');
const OTHER_LATE_IMPORT = new RegExp(String.raw`(?<!${LOADS_CHUNK}\()import\("(\./[^"]+)"\)`, 'g');

/**
 * Joins the chunks of a function to its files, as CommonJS: one for everything that it loads when it starts, one for each
 * late file, and one for what late files have in common. A hundred chunks would take longer to find and open than to run.
 */
export async function joinChunks(
  chunks: readonly Chunk[],
  options: BuildOptions,
): Promise<readonly BundleFile[]> {
  const split = new SplitFunction(chunks);
  const { outputFiles } = await build({
    ...options,
    // `import('node:http')`, with which the client of DynamoDB begins its first request, would make Node read every property
    // of that module, and load what is behind each: `require` does not.
    supported: { 'dynamic-import': false },
    entryPoints: Object.fromEntries(split.files.map((file) => [file, `${FILE}${file}`])),
    outdir: '/',
    write: false,
    plugins: [fromChunks(split)],
  });
  return outputFiles!.map(({ path, contents }) => ({ name: basename(path, '.js'), contents }));
}

/** A chunk with what it refers to, by the paths of chunks. */
interface ReadChunk extends Chunk {
  readonly number: number;
  readonly imports: readonly { readonly chunk: string; readonly names: ReturnType<typeof namesIn> }[];
  /** Its code after these imports. */
  readonly code: string;
  /** The beginnings of late files that it loads. */
  readonly loads: readonly string[];
  /** What a package imports late. */
  readonly otherLate: readonly string[];
}

function readChunk(chunk: Chunk, number: number): ReadChunk {
  const [head] = IMPORTS.exec(chunk.text)!;
  const code = chunk.text.slice(head.length);
  const pathOf = (to: string) => join(dirname(chunk.path), to);
  return {
    ...chunk,
    number,
    code,
    imports: [...head.matchAll(IMPORT)].map(([, names = '', to]) => ({
      chunk: pathOf(to!),
      names: namesIn(names),
    })),
    loads: [...code.matchAll(LATE_IMPORT)].map(([, to]) => pathOf(to!)),
    otherLate: [...code.matchAll(OTHER_LATE_IMPORT)].map(([, to]) => pathOf(to!)),
  };
}

/** Which chunk is in which file, and what is exported from one file to another. */
class SplitFunction {
  readonly #chunks: ReadonlyMap<string, ReadChunk>;
  readonly #fileOf = new Map<string, string>();
  /** The files that the function can load, `index` first. */
  readonly files: readonly string[];

  constructor(chunks: readonly Chunk[]) {
    this.#chunks = new Map(chunks.map((chunk, number) => [chunk.path, readChunk(chunk, number)]));
    for (const { path, begins } of chunks) if (begins !== undefined) this.#assign(path, begins);
    this.files = this.#findFiles();
  }

  /** A chunk that is needed at the start is in `index`, one that several late files need in the shared file. */
  #assign(path: string, file: string): void {
    const before = this.#fileOf.get(path);
    const after =
      before === undefined || file === INDEX ? file : before === INDEX || before === file ? before : SHARED;
    if (before === after) return;
    this.#fileOf.set(path, after);
    const { imports, otherLate } = this.#chunk(path);
    for (const needed of [...imports.map(({ chunk }) => chunk), ...otherLate]) this.#assign(needed, after);
  }

  #findFiles(): readonly string[] {
    const found = new Set([INDEX]);
    for (const file of found) {
      for (const { imports, loads } of this.#chunksIn(file)) {
        for (const path of [...imports.map(({ chunk }) => chunk), ...loads]) found.add(this.fileOf(path)!);
      }
    }
    return [...found];
  }

  #chunk(path: string): ReadChunk {
    return this.#chunks.get(path)!;
  }

  #chunksIn(file: string): readonly ReadChunk[] {
    return [...this.#chunks.values()].filter(({ path }) => this.fileOf(path) === file);
  }

  has(path: string): boolean {
    return this.#chunks.has(path);
  }

  fileOf(path: string): string | undefined {
    return this.#fileOf.get(path);
  }

  /** What a file exports: its late modules, or the handler, and of each chunk what other files import. */
  beginningOf(file: string): string {
    const begins = this.#chunksIn(file).filter((chunk) => chunk.begins === file);
    const own = begins.map(({ path, number, exports }) =>
      file === INDEX
        ? `export { ${exports.join(', ')} } from ${JSON.stringify(path)};`
        : `export * as ${moduleName(number)} from ${JSON.stringify(path)};`,
    );
    const others = this.files.filter((other) => other !== file).flatMap((other) => this.#chunksIn(other));
    const wanted = others
      .flatMap(({ imports }) => imports)
      .filter(({ chunk }) => this.fileOf(chunk) === file)
      .flatMap(({ chunk, names }) =>
        names.map(
          ({ name }) =>
            `export { ${name} as ${this.#nameBetweenFiles(chunk, name)} } from ${JSON.stringify(chunk)};`,
        ),
      );
    return [...own, ...new Set(wanted)].join('\n');
  }

  /** Two chunks can have the same name for different things. */
  #nameBetweenFiles(path: string, name: string): string {
    return `${name}$${this.#chunk(path).number}`;
  }

  /** The source of a chunk in its file. */
  sourceOf(path: string): string {
    const { imports, code } = this.#chunk(path);
    const file = this.fileOf(path);
    const pathOf = (to: string) => join(dirname(path), to);
    const head = imports.map(({ chunk, names }) => {
      const isBeside = this.fileOf(chunk) !== file;
      const list = names.map(
        ({ name, as }) => `${isBeside ? this.#nameBetweenFiles(chunk, name) : name} as ${as}`,
      );
      const from = isBeside ? this.#beside(chunk) : chunk;
      return `import { ${list.join(', ')} } from ${JSON.stringify(from)};\n`;
    });
    const joined = code
      .replace(LATE_IMPORT, (_, to: string) => {
        const chunk = pathOf(to);
        return `require("${this.#beside(chunk)}").${moduleName(this.#chunk(chunk).number)}`;
      })
      .replace(OTHER_LATE_IMPORT, (_, to: string) => {
        const chunk = pathOf(to);
        if (this.fileOf(chunk) !== file)
          throw new Error(`Two late files import ${chunk}. Name what imports it in late-modules.ts.`);
        return `import(${JSON.stringify(chunk)})`;
      });
    return head.join('') + joined;
  }

  #beside(chunk: string): string {
    return `${BESIDE}${this.fileOf(chunk)}.cjs`;
  }
}

/** The functions of a late module in its file: two modules can have the same names. */
function moduleName(number: number): string {
  return `m${number}`;
}

/** A file as a module: it begins with what the file exports. */
const FILE = 'file-of-function:';

function fromChunks(split: SplitFunction): Plugin {
  return {
    name: 'from-chunks',
    setup(bundling) {
      bundling.onResolve({ filter: /.*/ }, ({ path }) => {
        if (path.startsWith(BESIDE)) return { path: `./${path.slice(BESIDE.length)}`, external: true };
        if (path.startsWith(FILE)) return { path: path.slice(FILE.length), namespace: FILE };
        return split.has(path) ? { path, namespace: 'chunk' } : undefined;
      });
      bundling.onLoad({ filter: /.*/, namespace: FILE }, ({ path }) => ({
        contents: split.beginningOf(path),
      }));
      bundling.onLoad({ filter: /.*/, namespace: 'chunk' }, ({ path }) => ({
        contents: split.sourceOf(path),
      }));
    },
  };
}
