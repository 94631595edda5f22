import { statSync } from 'node:fs';
import { join } from 'node:path';
import { functionDirectory, functionEntries } from '../../cdk/build-functions.ts';

/** Largest that a function's bundle may be, in bytes; 400 kB is the aim. */
export const BUNDLE_LIMIT = 600_000;
export const BUNDLE_AIM = 400_000;

/** One function's bundle as it is deployed. */
export interface Bundle {
  readonly name: string;
  readonly file: string;
  readonly bytes: number;
}

/** The bundles that the last build left. */
export function bundles(): readonly Bundle[] {
  return [...functionEntries().keys()].map((name) => {
    const file = join(functionDirectory(name), 'index.mjs');
    return { name, file, bytes: statSync(file).size };
  });
}
