import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { EventSourceMapping, FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { tellingItems } from '../../functions/compose/telling-items.ts';
import { eventEntity } from '../../lib/platform/events/index.ts';
import { acknowledge } from '../acknowledge.ts';
import { QueueConsumer } from '../constructs/queue-consumer.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import { LOST_EVENTS, ROUTER } from '../fixed-functions.ts';
import { Names } from '../names.ts';
import type { Surroundings } from '../surroundings.ts';
import type { Units } from '../units.ts';

export interface EventsStackProps extends StackProps {
  readonly surroundings: Surroundings;
  /** Those whose consumers are in this stack, and those that the router sends to. */
  readonly queueWorkers: Units['queueWorkers'];
  readonly routedWorkers: Units['queueWorkers'];
  readonly tableStreamArn: string;
}

/** The consequences of a change of state: the stream's router, and a queue with its function for every consumer. */
export class EventsStack extends Stack {
  constructor(scope: Construct, id: string, props: EventsStackProps) {
    super(scope, id, props);
    const { surroundings, queueWorkers, routedWorkers, tableStreamArn } = props;
    for (const worker of queueWorkers) new QueueConsumer(this, worker, surroundings);
    const names = new Names(this, surroundings.prefix);
    const router = new ServiceFunction(this, ROUTER.name, {
      ...ROUTER,
      description: 'Hands new events from the table stream to the queues of their consumers.',
      surroundings,
      environment: { QUEUE_URL_PREFIX: names.queueUrlPrefix() },
    });
    router.allow(
      ['sqs:SendMessage'],
      routedWorkers.map(({ name }) => names.queueArn(name)),
    );
    router.allow(
      ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator', 'dynamodb:ListStreams'],
      [tableStreamArn],
    );
    const lost = new Queue(this, LOST_EVENTS, {
      queueName: names.of(LOST_EVENTS),
      retentionPeriod: Duration.days(14),
      enforceSSL: true,
    });
    acknowledge(lost, 'AwsSolutions-SQS3', 'This queue takes the dead letters of the table stream.');
    const source = new EventSourceMapping(this, 'route-events-source', {
      target: router.lambda,
      eventSourceArn: tableStreamArn,
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: 100,
      parallelizationFactor: ROUTER.lanes,
      retryAttempts: 20,
      bisectBatchOnError: true,
      reportBatchItemFailures: true,
      onFailure: new SqsDlq(lost),
      filters: [
        FilterCriteria.filter({
          // An event is written again to be delivered again: see `redriveEvents`.
          eventName: FilterRule.or('INSERT', 'MODIFY'),
          dynamodb: {
            NewImage: {
              type: { S: FilterRule.or(eventEntity.name, ...tellingItems.map(({ entity }) => entity.name)) },
            },
          },
        }),
      ],
    });
    source.node.addDependency(router.role);
    new CfnOutput(this, 'LostEventsQueueUrl', { value: lost.queueUrl });
  }
}
