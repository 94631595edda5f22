import { Duration } from 'aws-cdk-lib';
import { Dashboard, GraphWidget } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { Metrics } from '../constructs/metrics.ts';
import { ROUTER } from '../fixed-functions.ts';
import type { Names } from '../names.ts';
import { machinesOf, type Units } from '../units.ts';

/** One page: what arrives, what waits, what failed. */
export function serviceDashboard(
  scope: Construct,
  { units, names, metrics }: { units: Units; names: Names; metrics: Metrics },
): Dashboard {
  const period = Duration.minutes(1);
  const workers = units.queueWorkers.map(({ name }) => name);
  const dashboard = new Dashboard(scope, 'Dashboard');
  dashboard.addWidgets(
    new GraphWidget({
      title: 'Requests and errors',
      left: ['Count', '4xx', '5xx'].map((name) => metrics.api(name, { period })),
    }),
    new GraphWidget({
      title: 'Latency',
      left: [metrics.api('Latency', { period, statistic: 'p99' })],
    }),
    new GraphWidget({
      title: 'Age of the stream',
      left: [metrics.lambda(ROUTER.name, 'IteratorAge', { period, statistic: 'Maximum' })],
    }),
    new GraphWidget({
      title: 'Oldest message',
      left: workers.map((worker) =>
        metrics.queue(names.of(worker), 'ApproximateAgeOfOldestMessage', { period }),
      ),
    }),
    new GraphWidget({
      title: 'Dead letters',
      left: workers.map((worker) =>
        metrics.queue(names.deadLetters(worker), 'ApproximateNumberOfMessagesVisible', { period }),
      ),
    }),
    new GraphWidget({
      title: 'Executions that failed',
      left: machinesOf(units).map(({ name }) => metrics.machine(name, 'ExecutionsFailed', { period })),
    }),
  );
  return dashboard;
}
