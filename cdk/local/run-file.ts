import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What tools need to know about a running local cloud. */
export interface RunningCloud {
  readonly baseUrl: string;
  /** AWS endpoint, for `OPERATOR_ACCESS_KEY`. */
  readonly awsEndpoint: string;
  readonly tableName: string;
}

/** Writes the address of the local cloud to `<dataDirectory>/running.json`. Returns the function that removes it. */
export function writeRunFile(dataDirectory: string, running: RunningCloud): () => void {
  const file = fileIn(dataDirectory);
  writeFileSync(`${file}.new`, `${JSON.stringify(running, null, 2)}\n`);
  renameSync(`${file}.new`, file);
  return () => rmSync(file, { force: true });
}

/** Reads the note. Throws one sentence when no local cloud runs there. */
export function readRunFile(dataDirectory: string): RunningCloud {
  try {
    return JSON.parse(readFileSync(fileIn(dataDirectory), 'utf8')) as RunningCloud;
  } catch {
    throw new Error(`No local cloud is running on ${dataDirectory}: start one with "npm start".`);
  }
}

function fileIn(dataDirectory: string): string {
  return join(dataDirectory, 'running.json');
}
