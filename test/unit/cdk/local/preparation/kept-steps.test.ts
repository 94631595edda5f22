import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeBuildRecord } from '../../../../../cdk/bundles/build-record.ts';
import { stepsToMake } from '../../../../../cdk/local/preparation/kept-steps.ts';
import { digestOfStep, recordOf, STEPS, type Step } from '../../../../../cdk/local/preparation/steps.ts';
import { temporaryDirectory } from '../../../../support/temporary-directory.ts';

const CONTEXT = { requestsPerSecond: 5 };
const fileOf = (directory: string, step: Step) => join(directory, `${step}.txt`);

/** A directory in which all steps have been made. */
function made(): string {
  const directory = join(temporaryDirectory('assembly'), 'assembly');
  const order = stepsToMake(directory, CONTEXT, 'sources');
  for (const step of STEPS) {
    writeFileSync(fileOf(directory, step), step);
    writeBuildRecord(recordOf(directory, step), digestOfStep(order, step), [fileOf(directory, step)]);
  }
  return directory;
}

test('48.1 nothing is made again while the sources and the context are the same', () => {
  expect(stepsToMake(made(), CONTEXT, 'sources').steps).toEqual([]);
});

test('48.1 a step of which a file is gone or changed is made again, and no other', () => {
  const directory = made();
  rmSync(fileOf(directory, 'console'));
  writeFileSync(fileOf(directory, 'functions'), 'edited by hand');
  expect(stepsToMake(directory, CONTEXT, 'sources').steps).toEqual(['functions', 'console']);
});

test('48.1 other sources or another context make everything again, without files of before', () => {
  for (const [context, sources] of [
    [CONTEXT, 'other sources'],
    [{}, 'sources'],
  ] as const) {
    const directory = made();
    expect(stepsToMake(directory, context, sources).steps).toEqual(STEPS);
    expect(existsSync(fileOf(directory, 'functions'))).toBe(false);
  }
});
