import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { clearDataDirectory } from '../../../../cdk/local/clear-data-directory.ts';
import { keepClock } from '../../../../cdk/local/keep-clock.ts';
import { lockDataDirectory } from '../../../../cdk/local/lock-data-directory.ts';
import { readRunFile, writeRunFile } from '../../../../cdk/local/run-file.ts';
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

test('tools find a running local cloud, and are told when there is none', () => {
  const running = { baseUrl: 'http://a', awsEndpoint: 'http://b', tableName: 't' };
  const remove = writeRunFile(directory, running);
  expect(readRunFile(directory)).toEqual(running);
  remove();
  expect(() => readRunFile(directory)).toThrow(
    `No local cloud is running on ${directory}: start one with "npm start".`,
  );
});
