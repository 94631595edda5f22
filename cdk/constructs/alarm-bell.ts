import { Duration } from 'aws-cdk-lib';
import {
  Alarm,
  type AlarmProps,
  AlarmRule,
  AlarmState,
  CfnAlarm,
  ComparisonOperator,
  CompositeAlarm,
  type IAlarm,
  type IMetric,
  MathExpression,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { Watched } from '../../lib/platform/events/index.ts';
import type { Names } from '../names.ts';
import type { Metrics } from './metrics.ts';
import { BURNS, type Burn, badShareAt, type Objective } from './objectives.ts';

const FIVE_MINUTES = { period: Duration.minutes(5) };

/** One bad period is often over before anybody looks. */
const TWO_OF_THREE = { evaluationPeriods: 3, datapointsToAlarm: 2 };

/** Every alarm of the service: created here, each with a sentence about who is affected, all with one topic. */
export class AlarmBell extends Construct {
  readonly #topic: ITopic;
  readonly #metrics: Metrics;
  readonly #names: Names;

  constructor(scope: Construct, id: string, props: { topic: ITopic; metrics: Metrics; names: Names }) {
    super(scope, id);
    this.#topic = props.topic;
    this.#metrics = props.metrics;
    this.#names = props.names;
  }

  /** Errors of a function: five or more, and one in a hundred invocations. */
  functionErrors(name: string, impact: string): IAlarm {
    const share = this.#share('errors', 'invocations', {
      errors: this.#metrics.lambda(name, 'Errors', FIVE_MINUTES),
      invocations: this.#metrics.lambda(name, 'Invocations', FIVE_MINUTES),
    });
    return this.#ring(`${name}-errors`, share, 1, impact, TWO_OF_THREE);
  }

  /** Any error of a function that runs every few minutes: it never has five. */
  scheduledErrors(name: string, impact: string): IAlarm {
    return this.#ring(`${name}-errors`, this.#metrics.lambda(name, 'Errors', FIVE_MINUTES), 1, impact);
  }

  /** Invocations that found no free concurrency, again and again. */
  throttles(name: string, impact: string): IAlarm {
    const throttles = this.#metrics.lambda(name, 'Throttles', FIVE_MINUTES);
    return this.#ring(`${name}-throttles`, throttles, 10, impact, TWO_OF_THREE);
  }

  /**
   * One alarm for several that have one cause when they go off together. They are seen in CloudWatch, and this one alone
   * is reported.
   */
  together(id: string, alarms: readonly IAlarm[], impact: string): void {
    this.#reportAs(id, 'anyOf', alarms, impact);
  }

  /** Rings instead of these alarms, when the rule over them holds. */
  #reportAs(id: string, rule: 'anyOf' | 'allOf', alarms: readonly IAlarm[], impact: string): void {
    const composite = new CompositeAlarm(this, id, {
      compositeAlarmName: this.#names.of(id),
      alarmRule: AlarmRule[rule](...alarms.map((alarm) => AlarmRule.fromAlarm(alarm, AlarmState.ALARM))),
      alarmDescription: impact,
    });
    composite.addAlarmAction(new SnsAction(this.#topic));
    for (const alarm of alarms) this.#silence(alarm);
  }

  /**
   * An objective that a month would miss if it went on like this: one alarm per speed, when the budget is used up too
   * fast in the longer time and still in the shorter one.
   */
  objective(objective: Objective): void {
    for (const burn of BURNS) {
      const id = `${objective.name}-budget-${burn.name}`;
      const over = this.#burning(`${id}-over`, objective, burn.rate, burn.over);
      const still = this.#burning(`${id}-still`, objective, burn.rate, burn.still);
      this.#reportAs(id, 'allOf', [over, still], sentenceOf(objective, burn));
    }
  }

  #burning(id: string, objective: Objective, rate: number, window: Duration): IAlarm {
    const { measure, words } = objective;
    const badPercent = badShareAt(objective, rate);
    const impact = `Fewer than ${objective.percent} % of ${words}.`;
    if ('share' in measure) return this.#ring(id, measure.share(window), badPercent, impact);
    const minutes = window.toMinutes();
    return this.#ring(id, measure.perMinute, measure.badFrom, impact, {
      evaluationPeriods: minutes,
      datapointsToAlarm: Math.ceil((badPercent / 100) * minutes),
    });
  }

  /** Any dead letter: somebody has to look at it. */
  deadLetters(worker: string, queue: string, impact: string): void {
    const visible = this.#metrics.queue(queue, 'ApproximateNumberOfMessagesVisible', FIVE_MINUTES);
    this.#ring(`${worker}-dead-letters`, visible, 1, impact);
  }

  /**
   * A queue whose oldest message has waited a quarter of an hour. Its consumer reports failed messages one by one,
   * which is not an error of the function, and they become dead letters only after five receives.
   */
  queueAge(worker: string, queue: string, impact: string): IAlarm {
    const age = this.#metrics.queue(queue, 'ApproximateAgeOfOldestMessage', FIVE_MINUTES);
    return this.#ring(`${worker}-age`, age, 900, impact, TWO_OF_THREE);
  }

  /** A stream consumer that is more than a minute behind. */
  streamAge(name: string, impact: string): IAlarm {
    const age = this.#metrics.lambda(name, 'IteratorAge', {
      period: Duration.minutes(1),
      statistic: 'Maximum',
    });
    return this.#ring('stream-age', age, 60_000, impact, { evaluationPeriods: 5, datapointsToAlarm: 3 });
  }

  /** Executions that failed or timed out. */
  executions(name: string, impact: string): void {
    const ended = (metric: string) => this.#metrics.machine(name, metric, FIVE_MINUTES);
    this.#ring(`${name}-failed`, ended('ExecutionsFailed'), 1, impact);
    this.#ring(`${name}-timed-out`, ended('ExecutionsTimedOut'), 1, impact);
  }

  /** A scheduled function that did not run for three times its period. Its errors do not show that. */
  absent(name: string, schedule: string, impact: string): void {
    const minutes = minutesOf(schedule);
    if (minutes === undefined) return;
    const period = Duration.minutes(3 * minutes);
    this.#ring(`${name}-absent`, this.#metrics.lambda(name, 'Invocations', { period }), 1, impact, {
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.BREACHING,
    });
  }

  /** A number that a worker reports, above what is tolerable. */
  above(name: string, { field, atMost, impact }: Watched): void {
    const reported = this.#metrics.outcomes(name, field, { period: Duration.hours(1), statistic: 'Maximum' });
    this.#ring(`${name}-behind`, reported, atMost, impact);
  }

  /** The share of a worker's outcomes that are failures, in a quarter of an hour with at least 20 of them. */
  failureRate(worker: string, percent: number, impact: string): void {
    const period = Duration.minutes(15);
    const share = new MathExpression({
      expression: 'IF(FILL(done, 0) >= 20, 100 * FILL(failed, 0) / done, 0)',
      usingMetrics: {
        done: this.#metrics.outcomes(worker, 'Done', { period }),
        failed: this.#metrics.outcomes(worker, 'Failed', { period }),
      },
      period,
    });
    this.#ring(`${worker}-failure-rate`, share, percent, impact);
  }

  /** Requests of which one in a hundred takes longer than three seconds, for a quarter of an hour. */
  latency(impact: string): IAlarm {
    const p99 = this.#metrics.api('Latency', { ...FIVE_MINUTES, statistic: 'p99' });
    return this.#ring('api-latency', p99, 3000, impact, { evaluationPeriods: 4, datapointsToAlarm: 3 });
  }

  /** Eight in ten of the invocations at once that an account has before its quota is raised. */
  accountConcurrency(impact: string): void {
    const claimed = this.#metrics.account('AWS/Lambda', 'ClaimedAccountConcurrency', FIVE_MINUTES);
    this.#ring('account-concurrency', claimed, 800, impact);
  }

  /** A tenth of the open executions that an account may have. */
  openExecutions(impact: string): void {
    const open = this.#metrics.account('AWS/States', 'OpenExecutionCount', FIVE_MINUTES);
    this.#ring('open-executions', open, 100_000, impact);
  }

  /** Replies of the API that are our fault: five or more, and one in a hundred. */
  serverErrors(impact: string): IAlarm {
    const share = this.#share('errors', 'requests', {
      errors: this.#metrics.api('5xx', FIVE_MINUTES),
      requests: this.#metrics.api('Count', FIVE_MINUTES),
    });
    return this.#ring('api-server-errors', share, 1, impact, TWO_OF_THREE);
  }

  /** How many in a hundred; 0 while they are fewer than five, which says nothing of a share. */
  #share(some: string, all: string, usingMetrics: Record<string, IMetric>): IMetric {
    return new MathExpression({
      expression: `IF(FILL(${some}, 0) >= 5, 100 * ${some} / ${all}, 0)`,
      usingMetrics,
      ...FIVE_MINUTES,
    });
  }

  #silence(alarm: IAlarm): void {
    const resource = alarm.node.defaultChild;
    if (resource instanceof CfnAlarm) resource.alarmActions = [];
  }

  #ring(
    id: string,
    metric: IMetric,
    threshold: number,
    impact: string,
    options: Partial<AlarmProps> = {},
  ): IAlarm {
    const alarm = new Alarm(this, id, {
      alarmName: this.#names.of(id),
      metric,
      threshold,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      alarmDescription: impact,
      ...options,
    });
    alarm.addAlarmAction(new SnsAction(this.#topic));
    return alarm;
  }
}

function sentenceOf({ percent, words }: Objective, { rate, over }: Burn): string {
  const days = Math.round((30 / rate) * 10) / 10;
  return `If it goes on as in the last ${over.toHumanString()}, what a month may miss of "${percent} % of ${words}" is used up after ${days} days.`;
}

const MINUTES: Readonly<Record<string, number>> = { minute: 1, hour: 60, day: 24 * 60 };

/**
 * Minutes between two runs of `rate(5 minutes)`; undefined for a rate whose triple is too long for an alarm, and for
 * `cron(...)`.
 */
function minutesOf(schedule: string): number | undefined {
  const [, count, unit = ''] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(schedule) ?? [];
  const minutes = Number(count) * (MINUTES[unit] ?? Number.NaN);
  return 3 * minutes <= 24 * 60 ? minutes : undefined;
}
