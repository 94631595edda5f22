import { Duration } from 'aws-cdk-lib';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { DEAD_LETTER_QUEUE_VARIABLE, QUEUE_VARIABLE, type QueueWorker } from '../../lib/events/index.ts';
import { ServiceFunction, type ServiceFunctionProps } from './service-function.ts';

/** After this many receives a message goes to the dead letters. */
const MAX_RECEIVES = 5;

/**
 * Invocations of a worker side by side. An account has 1,000 for all of its functions together: without a bound, the
 * backlog of one queue takes them all, and the API is refused.
 */
const MAX_CONCURRENCY = 50;

/** AWS's advice: a message stays invisible six times as long as its function may run. */
const VISIBILITY_FACTOR = 6;

/** A worker's queue with its dead letters, and its function. */
export class QueueConsumer extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;
  readonly function: ServiceFunction;

  constructor(
    scope: Construct,
    worker: Omit<QueueWorker, 'handle'>,
    shared: Pick<ServiceFunctionProps, 'environment' | 'grantable' | 'alarms'>,
  ) {
    super(scope, worker.name);
    this.deadLetters = new Queue(this, 'DeadLetters', {
      retentionPeriod: Duration.days(14),
      enforceSSL: true,
    });
    this.queue = new Queue(this, 'Queue', {
      visibilityTimeout: Duration.seconds(worker.timeoutSeconds * VISIBILITY_FACTOR),
      retentionPeriod: Duration.days(4),
      enforceSSL: true,
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: MAX_RECEIVES },
    });
    this.function = new ServiceFunction(this, 'Worker', {
      ...shared,
      bundle: worker.name,
      description: `Consumes ${worker.consumes.length} kinds of events.`,
      failureImpact: worker.failureImpact,
      timeoutSeconds: worker.timeoutSeconds,
      ...(worker.memoryMegabytes ? { memoryMegabytes: worker.memoryMegabytes } : {}),
      uses: worker.uses,
      environment: {
        ...shared.environment,
        [QUEUE_VARIABLE]: this.queue.queueUrl,
        [DEAD_LETTER_QUEUE_VARIABLE]: this.deadLetters.queueUrl,
      },
    });
    this.function.allow(
      ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ChangeMessageVisibility'],
      [this.queue.queueArn],
    );
    this.function.allow(['sqs:SendMessage'], [this.deadLetters.queueArn]);
    const source = new EventSourceMapping(this, 'Source', {
      target: this.function.lambda,
      eventSourceArn: this.queue.queueArn,
      batchSize: worker.batchSize ?? 10,
      reportBatchItemFailures: true,
      maxConcurrency: worker.maxConcurrency ?? MAX_CONCURRENCY,
    });
    source.node.addDependency(this.function.role);
    shared.alarms.queueAge(worker.name, this.queue, worker.failureImpact);
    shared.alarms.deadLetters(worker.name, this.deadLetters, worker.failureImpact);
  }
}
