import { Duration } from 'aws-cdk-lib';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import { CfnMetricFilter } from 'aws-cdk-lib/aws-logs';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import {
  DEAD_LETTER_QUEUE_VARIABLE,
  type Outcomes,
  QUEUE_VARIABLE,
  type QueueWorker,
} from '../../lib/platform/events/index.ts';
import { Names } from '../names.ts';
import type { Surroundings } from '../surroundings.ts';
import { ServiceFunction } from './service-function.ts';

/** A message goes to the dead letters after this many receives. */
const MAX_RECEIVES = 5;

/**
 * Concurrent invocations of a worker. An account has 1,000 for all of its functions together: without a bound, the
 * backlog of one queue would take them all, and the API would be refused.
 */
const MAX_CONCURRENCY = 5;

/** AWS's advice: a message stays invisible six times as long as its function may run. */
const VISIBILITY_FACTOR = 6;

/** A worker's queue with its dead letters, and its function. */
export class QueueConsumer extends Construct {
  constructor(scope: Construct, worker: Omit<QueueWorker<never>, 'handle'>, surroundings: Surroundings) {
    super(scope, worker.name);
    const names = new Names(this, surroundings.prefix);
    const deadLetters = new Queue(this, 'DeadLetters', {
      queueName: names.deadLetters(worker.name),
      retentionPeriod: Duration.days(14),
      enforceSSL: true,
    });
    const queue = new Queue(this, 'Queue', {
      queueName: names.of(worker.name),
      visibilityTimeout: Duration.seconds(worker.timeoutSeconds * VISIBILITY_FACTOR),
      retentionPeriod: Duration.days(4),
      enforceSSL: true,
      deadLetterQueue: { queue: deadLetters, maxReceiveCount: MAX_RECEIVES },
    });
    const consumer = new ServiceFunction(this, 'Worker', {
      name: worker.name,
      description:
        worker.consumes.length > 0
          ? `Consumes ${worker.consumes.length} kinds of events.`
          : 'Receives messages of other functions and machines.',
      timeoutSeconds: worker.timeoutSeconds,
      memoryMegabytes: worker.memoryMegabytes,
      reservedConcurrency: worker.reservedConcurrency,
      uses: worker.uses,
      surroundings,
      environment: {
        [QUEUE_VARIABLE]: queue.queueUrl,
        [DEAD_LETTER_QUEUE_VARIABLE]: deadLetters.queueUrl,
      },
    });
    consumer.allow(
      ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ChangeMessageVisibility'],
      [queue.queueArn],
    );
    consumer.allow(['sqs:SendMessage'], [deadLetters.queueArn]);
    const source = new EventSourceMapping(this, 'Source', {
      target: consumer.lambda,
      eventSourceArn: queue.queueArn,
      batchSize: worker.batchSize ?? 10,
      ...(surroundings.collectsBatches && worker.batchingSeconds
        ? { maxBatchingWindow: Duration.seconds(worker.batchingSeconds) }
        : {}),
      reportBatchItemFailures: true,
      maxConcurrency: worker.maxConcurrency ?? MAX_CONCURRENCY,
    });
    source.node.addDependency(consumer.role);
    if (worker.outcomes) this.#watch(consumer, names.of(worker.name), worker.outcomes);
  }
  /** Metrics of a worker's log: how often it did its work, and how often that failed. */
  #watch({ logs }: ServiceFunction, namespace: string, { code, failedWhen, count }: Outcomes): void {
    for (const [metricName, pattern] of [
      ['Done', `{ $.code = "${code}" }`],
      ['Failed', `{ $.code = "${code}" && ${failedWhen} }`],
    ] as const) {
      new CfnMetricFilter(this, metricName, {
        logGroupName: logs.logGroupName,
        filterPattern: pattern,
        metricTransformations: [{ metricNamespace: namespace, metricName, metricValue: count }],
      });
    }
  }
}
