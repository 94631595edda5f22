import { createHash } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { builtFiles, digestOfSources, filesIn, writeBuildRecord } from '../bundles/build-record.ts';
import type { Synthesize } from './start-from-settings.ts';

/** File of the assembly that says what it was made of. */
const RECORD = 'made-of.json';

/**
 * `synthesize`, unless the assembly of an earlier start is still there and nothing that it is made of has changed:
 * synthesizing takes seconds, comparing a tenth of one.
 */
export function keptAssembly(synthesize: Synthesize): Synthesize {
  return async (directory, context) => {
    const record = join(directory, RECORD);
    const digest = createHash('sha256')
      .update(digestOfSources())
      .update(JSON.stringify(context))
      .digest('hex');
    if (builtFiles(record, digest)) return;
    rmSync(directory, { recursive: true, force: true });
    mkdirSync(directory, { recursive: true });
    await synthesize(directory, context);
    writeBuildRecord(record, digest, filesIn(directory));
  };
}
