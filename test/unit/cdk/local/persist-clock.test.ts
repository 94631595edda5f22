import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { persistClock } from '../../../../cdk/local/persist-clock.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

let directory: string;
beforeEach(() => {
  directory = temporaryDirectory('data');
});

describe('skipped time', () => {
  test('is kept, and nothing without a directory', () => {
    persistClock(directory).keep(5_000);
    expect(persistClock(directory).skippedMs).toBe(5_000);
    expect(persistClock(undefined).skippedMs).toBe(0);
  });

  test('that cannot be read is told with what to do', () => {
    writeFileSync(join(directory, 'clock.json'), '{"skippedMs":');
    expect(() => persistClock(directory)).toThrow(
      /clock\.json is damaged: start with --fresh, or remove the file/,
    );
  });
});
