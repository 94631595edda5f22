import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RawReply } from '../../lib/platform/http/index.ts';

/** Files that the build put beside a function's bundle, compressed with gzip, by name. */
export interface PackedFiles {
  /** The compressed bytes; undefined when there is no such file. */
  read(name: string): Uint8Array | undefined;
}

/** Files of a folder. Only names that existed at the start are read, so that no request reaches another folder. */
export function filesIn(folder: string): PackedFiles {
  const names = new Set(readdirSync(folder));
  const known = new Map<string, Uint8Array>();
  return {
    read(name) {
      if (!names.has(name)) return undefined;
      const bytes = known.get(name) ?? readFileSync(join(folder, name));
      known.set(name, bytes);
      return bytes;
    },
  };
}

/** Media types by file extension. Scripts state their charset, because Swagger UI's cannot be read without it. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['js', 'text/javascript; charset=utf-8'],
  ['mjs', 'text/javascript; charset=utf-8'],
  ['css', 'text/css; charset=utf-8'],
  ['json', 'application/json'],
  ['png', 'image/png'],
  ['svg', 'image/svg+xml'],
  // Without this type a browser compiles it only when it has arrived as a whole.
  ['wasm', 'application/wasm'],
  ['webmanifest', 'application/manifest+json'],
]);

/**
 * A file with the digest of its content in its name, to be cached for good; undefined when there is none. One whose
 * name stays is asked for again, by `headers`.
 */
export function fileReply(
  files: PackedFiles,
  name: string,
  headers: Readonly<Record<string, string>> = {},
): RawReply | undefined {
  const type = TYPES.get(name.slice(name.lastIndexOf('.') + 1));
  const bytes = type === undefined ? undefined : files.read(name);
  if (type === undefined || bytes === undefined) return undefined;
  return new RawReply(
    200,
    {
      'content-type': type,
      'content-encoding': 'gzip',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      ...headers,
    },
    bytes,
  );
}
