import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { clearDataDirectory } from '../../../../cdk/local/clear-data-directory.ts';
import { lockDataDirectory } from '../../../../cdk/local/lock-data-directory.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

let directory: string;
beforeEach(() => {
  directory = temporaryDirectory('data');
});

describe('--fresh', () => {
  test('removes what a local cloud has written', () => {
    lockDataDirectory(directory)();
    writeFileSync(join(directory, 'sqs.sqlite'), '');
    clearDataDirectory(directory);
    expect(readdirSync(directory).filter((name) => !name.startsWith('lock'))).toEqual([]);
  });

  test('leaves alone what is somebody else’s, or in use', () => {
    writeFileSync(join(directory, 'thesis.txt'), '');
    expect(() => clearDataDirectory(directory)).toThrow('has no local state, so --fresh does not delete it');
    const unlock = lockDataDirectory(directory);
    expect(() => clearDataDirectory(directory)).toThrow('Another local cloud is running');
    unlock();
    expect(existsSync(join(directory, 'thesis.txt'))).toBe(true);
  });

  test('takes an empty or a missing directory', () => {
    const missing = join(directory, 'none');
    for (const one of [directory, missing]) expect(() => clearDataDirectory(one)).not.toThrow();
    expect(existsSync(missing)).toBe(false);
  });
});
