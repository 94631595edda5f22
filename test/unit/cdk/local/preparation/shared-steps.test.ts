import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { builtFiles, writeBuildRecord } from '../../../../../cdk/bundles/build-record.ts';
import { stepsToMake } from '../../../../../cdk/local/preparation/kept-steps.ts';
import { shareSteps } from '../../../../../cdk/local/preparation/shared-steps.ts';
import { recordOf, STEPS, type Step } from '../../../../../cdk/local/preparation/steps.ts';
import { temporaryDirectory } from '../../../../support/temporary-directory.ts';

/** A directory in which another start made these steps, each with a file of this content. */
function made(steps: readonly Step[], digest: string, content = 'made'): string {
  const directory = temporaryDirectory('assembly');
  for (const step of steps) {
    const file = join(directory, 'files', `${step}.txt`);
    mkdirSync(join(directory, 'files'), { recursive: true });
    writeFileSync(file, `${content} ${step}`);
    writeBuildRecord(recordOf(directory, step), digest, [file]);
  }
  return directory;
}

/** What is shared, and a directory in which nothing is made. */
function places() {
  const root = temporaryDirectory('shared');
  const [shared, directory] = [join(root, 'shared'), join(root, 'data', 'assembly')];
  const begin = (sources: string) => stepsToMake(directory, {}, sources, shared);
  return { shared, directory, begin, digest: begin('sources').digest };
}

test('48.1 a start in a new directory takes what another start made of the same sources', () => {
  const { shared, directory, begin, digest } = places();
  shareSteps(made(STEPS, digest), digest, shared);
  expect(begin('sources').steps).toEqual([]);
  expect(readFileSync(join(directory, 'files', 'console.txt'), 'utf8')).toBe('made console');
  expect(begin('sources').steps).toEqual([]);
});

test('48.1 only what the other start has finished is taken', () => {
  const { shared, begin, digest } = places();
  shareSteps(made(['templates', 'functions'], digest), digest, shared);
  expect(begin('sources').steps).toEqual(['documents', 'console']);
});

test('48.1 nothing is taken that was made of other sources, and nothing of a file that changed', () => {
  const { shared, begin, digest } = places();
  shareSteps(made(STEPS, digest), digest, shared);
  expect(begin('other sources').steps).toEqual(STEPS);
  writeFileSync(join(shared, 'files', 'console.txt'), 'edited by hand');
  expect(begin('sources').steps).toEqual(['console']);
});

test('48.1 what a running local cloud took stays when another start shares its own', () => {
  const { shared, directory, begin, digest } = places();
  shareSteps(made(STEPS, digest), digest, shared);
  begin('sources');
  shareSteps(made(STEPS, 'other', 'made later'), 'other', shared);
  expect(readFileSync(join(directory, 'files', 'console.txt'), 'utf8')).toBe('made console');
  expect(builtFiles(recordOf(shared, 'console'), 'other')).toEqual([join(shared, 'files', 'console.txt')]);
  expect(existsSync(`${shared}-${process.pid}`)).toBe(false);
});
