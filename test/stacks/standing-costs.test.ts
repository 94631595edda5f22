import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PRODUCTION } from '../support/deployed-stages.ts';
import { quickStacks } from '../support/stacks.ts';

const OPERATIONS = readFileSync(new URL('../../cdk/OPERATIONS.md', import.meta.url), 'utf8').replaceAll(
  '\n',
  ' ',
);

/** Prices a month (us-east-1). */
const DOLLARS_OF_METRIC = 0.1;
const DOLLARS_OF_COMPOSITE = 0.5;

/** What an installation with these settings has that costs something when nobody uses it. */
function standing(context: Record<string, unknown>) {
  const stacks = quickStacks(context);
  const alarms = stacks.resources('AWS::CloudWatch::Alarm');
  const metrics = alarms.reduce((sum, { Properties }) => {
    const listed = Properties?.Metrics as readonly { readonly MetricStat?: object }[] | undefined;
    return sum + (listed?.filter(({ MetricStat }) => MetricStat).length ?? 1);
  }, 0);
  const composites = stacks.resources('AWS::CloudWatch::CompositeAlarm').length;
  const sources = stacks.resources('AWS::Lambda::EventSourceMapping');
  return {
    alarms: `${alarms.length} alarms on ${metrics} metrics`,
    composites,
    dollars: metrics * DOLLARS_OF_METRIC + composites * DOLLARS_OF_COMPOSITE,
    queues: sources.filter(({ Properties }) => Properties?.ScalingConfig).length,
  };
}

it('47 4 OPERATIONS states the alarms, metrics and queues that the templates have', () => {
  const usual = standing({ ...PRODUCTION, canary: 'false' });
  const canary = standing(PRODUCTION);
  expect(OPERATIONS).toContain(
    `${usual.alarms} and ${usual.composites} over them ($${Math.round(usual.dollars)}), polling of ${usual.queues} queues`,
  );
  expect(OPERATIONS).toContain(
    `With \`canary\` it has ${canary.alarms} ($${Math.round(canary.dollars - usual.dollars)} more)`,
  );
});
