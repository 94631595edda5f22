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
  return digestOf(ROOT, SOURCES);
}

/** All files below a folder, or the file itself; packages are left out. */
export function filesIn(path: string): readonly string[] {
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'node_modules') return [];
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
  const draft = `${record}.${process.pid}`;
  mkdirSync(dirname(record), { recursive: true });
  writeFileSync(draft, JSON.stringify({ digest, files } satisfies BuildRecord));
  renameSync(draft, record);
}

function stateOf(path: string): string {
  const { size, mtimeMs } = statSync(path);
  return `${size} ${mtimeMs}`;
}
