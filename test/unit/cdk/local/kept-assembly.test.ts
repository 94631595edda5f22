import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keptAssembly } from '../../../../cdk/local/kept-assembly.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

test('48.1 an assembly is made again only when its context changed or a file of it is gone', async () => {
  const directory = temporaryDirectory('assembly');
  let made = 0;
  const synthesize = keptAssembly(async (into, context) => {
    made += 1;
    writeFileSync(join(into, 'manifest.json'), JSON.stringify(context));
  });
  await synthesize(directory, { requestsPerSecond: 5 });
  await synthesize(directory, { requestsPerSecond: 5 });
  expect(made).toBe(1);
  await synthesize(directory, {});
  expect(made).toBe(2);
  rmSync(join(directory, 'manifest.json'));
  await synthesize(directory, {});
  expect(made).toBe(3);
  expect(readFileSync(join(directory, 'manifest.json'), 'utf8')).toBe('{}');
});

test('48.1 an assembly that was not finished is made again', async () => {
  const directory = temporaryDirectory('assembly');
  const interrupted = keptAssembly(async (into) => {
    writeFileSync(join(into, 'half.json'), '');
    throw new Error('interrupted');
  });
  await expect(interrupted(directory, {})).rejects.toThrow('interrupted');
  let isMade = false;
  await keptAssembly(async () => {
    isMade = true;
  })(directory, {});
  expect(isMade).toBe(true);
});
