import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { isRecord } from '../aws-json.ts';

/** One version of a secret's value. */
export interface SecretVersion {
  readonly id: string;
  readonly value: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

/** A secret: its newest version first, at most two. */
export type SecretVersions = readonly SecretVersion[];

/** Values of all secrets, in one file that only its owner may read; in memory without a file. */
export interface SecretFile {
  get(name: string): SecretVersions | undefined;
  /** Stored when it returns. */
  set(name: string, versions: SecretVersions): void;
  /** Gone when it returns. */
  delete(name: string): void;
}

/** Opens the file; throws one clear sentence when it is damaged. */
export function openSecretFile(file: string | undefined): SecretFile {
  const secrets = new Map<string, SecretVersions>(file !== undefined && existsSync(file) ? read(file) : []);
  const save = () => {
    if (file !== undefined) write(file, JSON.stringify(Object.fromEntries(secrets)));
  };
  return Object.freeze({
    get: (name: string) => secrets.get(name),
    set(name: string, versions: SecretVersions) {
      secrets.set(name, versions);
      save();
    },
    delete(name: string) {
      if (secrets.delete(name)) save();
    },
  });
}

function read(file: string): [string, SecretVersions][] {
  try {
    const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (!isRecord(parsed)) throw new Error('it is not an object');
    return Object.entries(parsed) as [string, SecretVersions][];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The local secrets ${file} are damaged: start with --fresh (${reason}).`);
  }
}

/** Written next to the file, then moved in its place: a kill in between leaves the old one. */
function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  const beside = `${file}.new`;
  const descriptor = openSync(beside, 'w', 0o600);
  try {
    writeSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(beside, file);
}
