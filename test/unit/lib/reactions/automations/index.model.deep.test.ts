import { expect, it } from 'vitest';
import { holdWorkflowsToModel } from '../../../../support/workflow-model.ts';

const RUNS = Number(process.env.PROPERTY_RUNS ?? 300);

it('4.6.5 triggers, timers and runs do what a model says, through kills, repeats, disorder and late messages', async () => {
  const { kills, fired } = await holdWorkflowsToModel(RUNS, 20_261_125);
  expect(kills).toBeGreaterThan(RUNS / 4);
  expect(fired).toBeGreaterThan(RUNS / 2);
});
