import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { keepClock } from '../../../../cdk/local/keep-clock.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

let directory: string;
beforeEach(() => {
  directory = temporaryDirectory('data');
});

describe('skipped time', () => {
  test('is kept, and nothing without a directory', () => {
    keepClock(directory).keep(5_000);
    expect(keepClock(directory).skippedMs).toBe(5_000);
    expect(keepClock(undefined).skippedMs).toBe(0);
  });

  test('that cannot be read is told with what to do', () => {
    writeFileSync(join(directory, 'clock.json'), '{"skippedMs":');
    expect(() => keepClock(directory)).toThrow(
      /clock\.json is damaged: start with --fresh, or remove the file/,
    );
  });
});
