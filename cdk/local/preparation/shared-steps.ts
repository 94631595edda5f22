import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtFiles, writeBuildRecord } from '../../bundles/build-record.ts';
import { linkFile } from './link-file.ts';
import { digestOfStep, type MadeOf, recordOf, STEPS, type Step } from './steps.ts';

/** Where the steps of the last start stay for a start on another data directory. */
const SHARED = fileURLToPath(new URL('../../../dist/prepared', import.meta.url));

/**
 * Takes these steps into `directory` as far as another start made them of the same, and returns those that it
 * took. Only names are added, so it takes no space and a hundredth of the time of making them.
 */
export function takeShared(
  directory: string,
  of: MadeOf,
  steps: readonly Step[],
  shared: string = SHARED,
): readonly Step[] {
  return steps.filter((step) => {
    try {
      return copyStep(shared, directory, step, digestOfStep(of, step));
    } catch {
      // Another start has just replaced what is shared.
      return false;
    }
  });
}

/** Shares what `directory` has that is made of this, in place of what was shared before. */
export function shareSteps(directory: string, of: MadeOf, shared: string = SHARED): void {
  const draft = `${shared}-${process.pid}`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  const before = `${draft}-before`;
  try {
    // Records have absolute paths, so they are written once the files are in their place.
    const files = STEPS.map((step) => {
      const digest = digestOfStep(of, step);
      return { step, digest, names: linkStep(directory, draft, step, digest) };
    });
    rmSync(before, { recursive: true, force: true });
    try {
      renameSync(shared, before);
    } catch {
      // Nothing was shared yet.
    }
    renameSync(draft, shared);
    for (const { step, digest, names } of files) {
      if (names)
        writeBuildRecord(
          recordOf(shared, step),
          digest,
          names.map((name) => join(shared, name)),
        );
    }
  } finally {
    for (const rest of [draft, before]) rmSync(rest, { recursive: true, force: true });
  }
}

/** Links the files of a step, and returns their names; undefined if `from` has not made it of the same. */
function linkStep(from: string, to: string, step: Step, digest: string): readonly string[] | undefined {
  const names = builtFiles(recordOf(from, step), digest)?.map((path) => relative(from, path));
  for (const name of names ?? []) {
    rmSync(join(to, name), { force: true });
    linkFile(join(from, name), join(to, name));
  }
  return names;
}

function copyStep(from: string, to: string, step: Step, digest: string): boolean {
  const names = linkStep(from, to, step, digest);
  if (names)
    writeBuildRecord(
      recordOf(to, step),
      digest,
      names.map((name) => join(to, name)),
    );
  return names !== undefined;
}
