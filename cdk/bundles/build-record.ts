import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What the bundles and stacks are made of: the sources, how they are built, and the versions of all packages. */
const SOURCES = [
  'lib',
  'functions',
  'cdk',
  'test/contract/openapi',
  'cdk.json',
  'tsconfig.json',
  'package-lock.json',
].map((name) => join(ROOT, name));

/** The outputs of a build and their sources. */
interface BuildRecord {
  readonly digest: string;
  /** Size and time of change of each file that it wrote, by path. */
  readonly files: Readonly<Record<string, string>>;
}

/** The digest of sources, and of their sizes and times of change before they were read. */
interface KeptDigest {
  readonly state: string;
  readonly digest: string;
}

/** Digest of the content of all files in these folders (absolute paths, files are taken too), by their names below `root`. */
export function digestOf(root: string, paths: readonly string[]): string {
  const hash = createHash('sha256').update(process.version);
  for (const file of paths.flatMap(filesIn).sort()) {
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

/** Digest of everything that the bundles and stacks are made of. */
export function digestOfSources(): string {
  return keptDigestOf(join(ROOT, 'dist', 'sources.json'), ROOT, SOURCES);
}

/**
 * As `digestOf`, but with the result of the last time, which is in the file `kept`, while no file is new, gone, or of
 * another size or time of change: asking for these takes a fifth of the time of reading.
 */
export function keptDigestOf(kept: string, root: string, paths: readonly string[]): string {
  const states = createHash('sha256').update(process.version);
  for (const file of paths.flatMap(filesIn).sort()) states.update(`${file}\0${stateOf(file)}\0`);
  const state = states.digest('hex');
  const known = existsSync(kept) ? (JSON.parse(readFileSync(kept, 'utf8')) as KeptDigest) : undefined;
  if (known?.state === state) return known.digest;
  const digest = digestOf(root, paths);
  writeWhole(kept, JSON.stringify({ state, digest } satisfies KeptDigest));
  return digest;
}

/** Folders that no source is in. */
const NO_SOURCES = new Set(['node_modules', 'dist']);

/** All files below a folder, or the file itself; packages and what is built are left out. */
export function filesIn(path: string): readonly string[] {
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    if (NO_SOURCES.has(entry.name)) return [];
    if (entry.isDirectory()) return filesIn(join(path, entry.name));
    return entry.isFile() ? [join(path, entry.name)] : [];
  });
}

/** The files that a build of the same sources wrote, if all are unchanged; undefined otherwise. */
export function builtFiles(record: string, digest: string): readonly string[] | undefined {
  if (!existsSync(record)) return undefined;
  const known = JSON.parse(readFileSync(record, 'utf8')) as BuildRecord;
  const isWhole = Object.entries(known.files).every(
    ([path, state]) => existsSync(path) && stateOf(path) === state,
  );
  return known.digest === digest && isWhole ? Object.keys(known.files) : undefined;
}

/** Records what a build wrote, for `builtFiles`. */
export function writeBuildRecord(record: string, digest: string, paths: readonly string[]): void {
  const files = Object.fromEntries(paths.map((path) => [path, stateOf(path)]));
  writeWhole(record, JSON.stringify({ digest, files } satisfies BuildRecord));
}

/** Writes a file so that others see all of it or what was there before. */
function writeWhole(path: string, content: string): void {
  const draft = `${path}.${process.pid}`;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(draft, content);
  renameSync(draft, path);
}

function stateOf(path: string): string {
  const { size, mtimeMs } = statSync(path);
  return `${size} ${mtimeMs}`;
}
