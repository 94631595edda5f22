import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { QueueConsumer } from '../constructs/queue-consumer.ts';
import type { Surroundings } from '../surroundings.ts';
import type { Units } from '../units.ts';

/**
 * Workers beside those of the events stack, which is full. A worker never moves from one stack to the other: its queue would
 * exist twice.
 */
export const MORE_CONSUMERS: ReadonlySet<string> = new Set([
  'push-to-drivers',
  'write-lake',
  'handle-personal-data',
]);

export interface ConsumersStackProps extends StackProps {
  readonly surroundings: Surroundings;
  readonly queueWorkers: Units['queueWorkers'];
}

/** A queue with its function for each worker. */
export class ConsumersStack extends Stack {
  constructor(scope: Construct, id: string, { surroundings, queueWorkers, ...props }: ConsumersStackProps) {
    super(scope, id, props);
    for (const worker of queueWorkers) new QueueConsumer(this, worker, surroundings);
  }
}
