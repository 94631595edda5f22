import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { builtFiles, writeBuildRecord } from '../../../../../cdk/bundles/build-record.ts';
import { stepsToMake } from '../../../../../cdk/local/preparation/kept-steps.ts';
import { shareSteps } from '../../../../../cdk/local/preparation/shared-steps.ts';
import { digestOfStep, recordOf, STEPS, type Step } from '../../../../../cdk/local/preparation/steps.ts';
import { temporaryDirectory } from '../../../../support/temporary-directory.ts';

const SAME = { sources: 'sources', context: {} };
const OTHER = { sources: 'other sources', context: {} };

/** A directory in which another start made these steps, each with a file of this content. */
function made(steps: readonly Step[], of = SAME, content = 'made'): string {
  const directory = temporaryDirectory('assembly');
  for (const step of steps) {
    const file = join(directory, 'files', `${step}.txt`);
    mkdirSync(join(directory, 'files'), { recursive: true });
    writeFileSync(file, `${content} ${step}`);
    writeBuildRecord(recordOf(directory, step), digestOfStep(of, step), [file]);
  }
  return directory;
}

/** What is shared, and a directory in which nothing is made. */
function places() {
  const root = temporaryDirectory('shared');
  const [shared, directory] = [join(root, 'shared'), join(root, 'data', 'assembly')];
  const begin = ({ sources, context } = SAME) => stepsToMake(directory, context, sources, shared);
  return { shared, directory, begin };
}

test('48.1 a start in a new directory takes what another start made of the same sources', () => {
  const { shared, directory, begin } = places();
  shareSteps(made(STEPS), SAME, shared);
  expect(begin().steps).toEqual([]);
  expect(readFileSync(join(directory, 'files', 'console.txt'), 'utf8')).toBe('made console');
  expect(begin().steps).toEqual([]);
});

test('48.1 only what the other start has finished is taken', () => {
  const { shared, begin } = places();
  shareSteps(made(['templates', 'functions']), SAME, shared);
  expect(begin().steps).toEqual(['documents', 'console']);
});

test('48.1 a start with other settings makes only the templates', () => {
  const { shared, begin } = places();
  shareSteps(made(STEPS), SAME, shared);
  expect(begin({ ...SAME, context: { requestsPerSecond: 5 } }).steps).toEqual(['templates']);
});

test('48.1 nothing is taken that was made of other sources, and nothing of a file that changed', () => {
  const { shared, begin } = places();
  shareSteps(made(STEPS), SAME, shared);
  expect(begin(OTHER).steps).toEqual(STEPS);
  writeFileSync(join(shared, 'files', 'console.txt'), 'edited by hand');
  expect(begin().steps).toEqual(['console']);
});

test('48.1 what a running local cloud took stays when another start shares its own', () => {
  const { shared, directory, begin } = places();
  shareSteps(made(STEPS), SAME, shared);
  begin();
  shareSteps(made(STEPS, OTHER, 'made later'), OTHER, shared);
  expect(readFileSync(join(directory, 'files', 'console.txt'), 'utf8')).toBe('made console');
  expect(builtFiles(recordOf(shared, 'console'), digestOfStep(OTHER, 'console'))).toEqual([
    join(shared, 'files', 'console.txt'),
  ]);
  expect(existsSync(`${shared}-${process.pid}`)).toBe(false);
});
