import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { lockDataDirectory } from '../../../../cdk/local/lock-data-directory.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

let directory: string;
beforeEach(() => {
  directory = temporaryDirectory('data');
});

describe('the lock', () => {
  test('lets one in at a time', () => {
    const unlock = lockDataDirectory(directory);
    expect(() => lockDataDirectory(directory)).toThrow(`Another local cloud is running on ${directory}`);
    unlock();
    lockDataDirectory(directory)();
  });

  test('is made anew when its file is damaged', () => {
    writeFileSync(join(directory, 'lock.sqlite'), 'x'.repeat(5000));
    const unlock = lockDataDirectory(directory);
    expect(() => lockDataDirectory(directory)).toThrow('Another local cloud is running');
    unlock();
  });
});
