import { Duration } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { Metrics } from './metrics.ts';

const FIVE_MINUTES = { period: Duration.minutes(5) };

/** Every alarm of the service: made here, each with a sentence on who suffers, all ringing at one topic. */
export class AlarmBell extends Construct {
  readonly #topic: ITopic;
  readonly #metrics: Metrics;

  constructor(scope: Construct, id: string, props: { topic: ITopic; metrics: Metrics }) {
    super(scope, id);
    this.#topic = props.topic;
    this.#metrics = props.metrics;
  }

  /** Errors and throttles of a function: `errors` within five minutes, and any throttle. */
  functionErrors(name: string, impact: string, errors = 5): void {
    this.#ring(`${name}-errors`, this.#metrics.lambda(name, 'Errors', FIVE_MINUTES), errors, impact);
    this.#ring(`${name}-throttles`, this.#metrics.lambda(name, 'Throttles', FIVE_MINUTES), 1, impact);
  }

  /** Any message among dead letters: somebody has to look. */
  deadLetters(worker: string, queue: string, impact: string): void {
    const visible = this.#metrics.queue(queue, 'ApproximateNumberOfMessagesVisible', FIVE_MINUTES);
    this.#ring(`${worker}-dead-letters`, visible, 1, impact);
  }

  /**
   * A queue whose oldest message has waited a quarter of an hour. Its consumer reports failed messages one by one,
   * which is no error of the function, and only after five receives are they dead letters.
   */
  queueAge(worker: string, queue: string, impact: string): void {
    const age = this.#metrics.queue(queue, 'ApproximateAgeOfOldestMessage', FIVE_MINUTES);
    this.#ring(`${worker}-age`, age, 900, impact);
  }

  /** A stream consumer that is more than a minute behind. */
  streamAge(name: string, impact: string): void {
    const age = this.#metrics.lambda(name, 'IteratorAge', {
      period: Duration.minutes(1),
      statistic: 'Maximum',
    });
    this.#ring('stream-age', age, 60_000, impact);
  }

  /** Executions that failed or timed out. */
  executions(name: string, impact: string): void {
    const ended = (metric: string) => this.#metrics.machine(name, metric, FIVE_MINUTES);
    this.#ring(`${name}-failed`, ended('ExecutionsFailed'), 1, impact);
    this.#ring(`${name}-timed-out`, ended('ExecutionsTimedOut'), 1, impact);
  }

  /** Replies of the API that are our fault. */
  serverErrors(impact: string): void {
    this.#ring('api-server-errors', this.#metrics.api('5xx', FIVE_MINUTES), 5, impact);
  }

  #ring(id: string, metric: IMetric, threshold: number, impact: string): void {
    const alarm = new Alarm(this, id, {
      metric,
      threshold,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      alarmDescription: impact,
    });
    alarm.addAlarmAction(new SnsAction(this.#topic));
  }
}
