import { Duration } from 'aws-cdk-lib';
import {
  Color,
  Dashboard,
  GraphWidget,
  type IWidget,
  MathExpression,
  Row,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { Metrics } from '../constructs/metrics.ts';
import { BURNS, badShareAt, type Objective } from '../constructs/objectives.ts';
import { ROUTER } from '../fixed-functions.ts';
import type { Names } from '../names.ts';
import { machinesOf, type Units } from '../units.ts';

/** What the dashboard shows. */
export interface Shown {
  readonly units: Units;
  readonly names: Names;
  readonly metrics: Metrics;
  readonly objectives: readonly Objective[];
  readonly tableName: string;
  /** Namespace of the metrics of each organization; undefined when there are none. */
  readonly organizationMetrics: string | undefined;
}

const FIVE_MINUTES = Duration.minutes(5);
const MINUTE = { period: Duration.minutes(1) };
/** A dashboard is 24 columns wide. */
const HALF = { width: 12 };
const THIRD = { width: 8 };

/**
 * One page from the callers inwards: whether the objectives hold, what callers see, what waits behind it, and what
 * failed.
 */
export function serviceDashboard(scope: Construct, shown: Shown): Dashboard {
  const dashboard = new Dashboard(scope, 'Dashboard', {
    dashboardName: shown.names.of('service'),
    defaultInterval: Duration.hours(3),
  });
  const rows: readonly (readonly [title: string, widgets: readonly IWidget[]])[] = [
    ['Objectives: the dashed lines are the speeds at which somebody is called', shown.objectives.map(burnOf)],
    ['Callers', callers(shown)],
    ['What follows: nothing should wait for long', backlog(shown)],
    ['Storage', storage(shown)],
    ['What failed', failures(shown)],
    ...(shown.organizationMetrics === undefined
      ? []
      : ([['Organizations', organizations(shown.organizationMetrics)]] as const)),
  ];
  for (const [title, widgets] of rows) {
    dashboard.addWidgets(new TextWidget({ markdown: `## ${title}`, width: 24, height: 1 }));
    dashboard.addWidgets(new Row(...widgets));
  }
  return dashboard;
}

/** How much of what an objective measures is bad, against the shares at which an alarm rings. */
function burnOf(objective: Objective): IWidget {
  const { measure, name, percent, words } = objective;
  const title = `${name}: ${percent} % of ${words}`;
  if ('perMinute' in measure) {
    const limit = { value: measure.badFrom, label: 'bad from here', color: Color.RED };
    return new GraphWidget({ ...THIRD, title, left: [measure.perMinute], leftAnnotations: [limit] });
  }
  return new GraphWidget({
    ...THIRD,
    title,
    left: [measure.share(FIVE_MINUTES)],
    leftAnnotations: BURNS.map((burn) => ({
      value: badShareAt(objective, burn.rate),
      label: burn.name,
      color: Color.RED,
    })),
    leftYAxis: { min: 0, label: 'bad %' },
  });
}

function callers({ metrics, names }: Shown): readonly IWidget[] {
  return [
    new GraphWidget({
      ...THIRD,
      title: 'Requests and errors',
      left: [metrics.api('Count', MINUTE)],
      right: ['4xx', '5xx'].map((name) => metrics.api(name, MINUTE)),
    }),
    new GraphWidget({
      ...THIRD,
      title: 'Latency',
      left: ['p50', 'p95', 'p99'].map((statistic) => metrics.api('Latency', { ...MINUTE, statistic })),
    }),
    new GraphWidget({
      ...THIRD,
      title: 'Longest of the functions (p99, ms)',
      left: [search('AWS/Lambda,FunctionName', 'Duration', quoted(names.prefix), 'p99')],
    }),
  ];
}

function backlog({ metrics, names, units }: Shown): readonly IWidget[] {
  const workers = units.queueWorkers.map(({ name }) => name);
  return [
    new GraphWidget({
      ...THIRD,
      title: 'Age of the stream (ms)',
      left: [metrics.lambda(ROUTER.name, 'IteratorAge', { ...MINUTE, statistic: 'Maximum' })],
    }),
    new GraphWidget({
      ...THIRD,
      title: 'Oldest message (s)',
      left: workers.map((worker) => metrics.queue(names.of(worker), 'ApproximateAgeOfOldestMessage', MINUTE)),
    }),
    new GraphWidget({
      ...THIRD,
      title: 'Invocations at once',
      left: [
        metrics.account('AWS/Lambda', 'ConcurrentExecutions', MINUTE),
        metrics.account('AWS/Lambda', 'ClaimedAccountConcurrency', MINUTE),
      ],
      right: [search('AWS/Lambda,FunctionName', 'Throttles', quoted(names.prefix), 'Sum')],
    }),
  ];
}

function storage({ metrics, tableName }: Shown): readonly IWidget[] {
  return [
    new GraphWidget({
      ...HALF,
      title: 'Units of the table',
      left: ['ConsumedReadCapacityUnits', 'ConsumedWriteCapacityUnits'].map((name) =>
        metrics.table(tableName, name, MINUTE),
      ),
    }),
    new GraphWidget({
      ...HALF,
      title: 'Refused by the table',
      left: ['ReadThrottleEvents', 'WriteThrottleEvents', 'TransactionConflict'].map((name) =>
        metrics.table(tableName, name, MINUTE),
      ),
    }),
  ];
}

function failures({ metrics, names, units }: Shown): readonly IWidget[] {
  const workers = units.queueWorkers.map(({ name }) => name);
  return [
    new GraphWidget({
      ...THIRD,
      title: 'Errors of functions',
      left: [search('AWS/Lambda,FunctionName', 'Errors', quoted(names.prefix), 'Sum')],
    }),
    new GraphWidget({
      ...THIRD,
      title: 'Dead letters',
      left: workers.map((worker) =>
        metrics.queue(names.deadLetters(worker), 'ApproximateNumberOfMessagesVisible', MINUTE),
      ),
    }),
    new GraphWidget({
      ...THIRD,
      title: 'Executions that failed',
      left: machinesOf(units).map(({ name }) => metrics.machine(name, 'ExecutionsFailed', MINUTE)),
    }),
  ];
}

/** What each organization asks for, and whose requests fail. */
function organizations(namespace: string): readonly IWidget[] {
  const of = (service: string, metric: string, statistic: string) =>
    search(`${quoted(namespace)},organization,service`, metric, `service=${quoted(service)}`, statistic);
  return [
    new GraphWidget({ ...THIRD, title: 'Requests', left: [of('requests', 'Handled', 'Sum')] }),
    new GraphWidget({ ...THIRD, title: 'Failed requests', left: [of('requests', 'Failed', 'Sum')] }),
    new GraphWidget({ ...THIRD, title: 'Events to handle', left: [of('messages', 'Handled', 'Sum')] }),
  ];
}

/** A metric of everything that has this in its dimensions, such as the installation's prefix. */
function search(schema: string, metric: string, term: string, statistic: string) {
  return new MathExpression({
    expression: `SEARCH('{${schema}} MetricName="${metric}" ${term}', '${statistic}', 60)`,
    label: '',
    ...MINUTE,
  });
}

const quoted = (text: string): string => `"${text}"`;
