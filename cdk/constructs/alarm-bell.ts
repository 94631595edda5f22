import { Duration } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  type Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { IStateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';

/** Every alarm of the service: made here, each with a sentence on who suffers, all ringing at one topic. */
export class AlarmBell extends Construct {
  readonly #topic: ITopic;

  constructor(scope: Construct, id: string, props: { topic: ITopic }) {
    super(scope, id);
    this.#topic = props.topic;
  }

  /** Errors and throttles of a function: `errors` within five minutes, and any throttle. */
  functionErrors(lambda: IFunction, impact: string, errors: number): void {
    const name = lambda.node.path.split('/').slice(1, -1).join('-');
    this.#ring(`${name}-errors`, lambda.metricErrors({ period: Duration.minutes(5) }), errors, impact);
    this.#ring(`${name}-throttles`, lambda.metricThrottles({ period: Duration.minutes(5) }), 1, impact);
  }

  /** Any message among dead letters: somebody has to look. */
  deadLetters(name: string, queue: IQueue, impact: string): void {
    const visible = queue.metricApproximateNumberOfMessagesVisible({ period: Duration.minutes(5) });
    this.#ring(`${name}-dead-letters`, visible, 1, impact);
  }

  /**
   * A queue whose oldest message has waited a quarter of an hour. Its consumer reports failed messages one by one,
   * which is no error of the function, and only after five receives are they dead letters.
   */
  queueAge(name: string, queue: IQueue, impact: string): void {
    const age = queue.metricApproximateAgeOfOldestMessage({ period: Duration.minutes(5) });
    this.#ring(`${name}-age`, age, 900, impact);
  }

  /** A stream consumer that is more than a minute behind. */
  streamAge(lambda: IFunction, impact: string): void {
    const age = lambda.metric('IteratorAge', { period: Duration.minutes(1), statistic: 'Maximum' });
    this.#ring('stream-age', age, 60_000, impact);
  }

  /** Executions that failed or timed out. */
  executions(name: string, machine: IStateMachine, impact: string): void {
    this.#ring(`${name}-failed`, machine.metricFailed({ period: Duration.minutes(5) }), 1, impact);
    this.#ring(`${name}-timed-out`, machine.metricTimedOut({ period: Duration.minutes(5) }), 1, impact);
  }

  /** Replies of the API that are our fault. */
  serverErrors(metric: Metric, impact: string): void {
    this.#ring('api-server-errors', metric, 5, impact);
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
