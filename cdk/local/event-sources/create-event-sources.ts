import type { DynamoDbStreams, StreamPosition } from '../dynamodb/index.ts';
import { openStore } from '../open-store.ts';
import type { CloudContext, CloudPart, Need } from '../ports.ts';
import { type QueueStore, queueNameOf } from '../sqs/index.ts';
import { CHECKPOINT_SCHEMA, createCheckpoints } from './checkpoints.ts';
import { type Mapping, mappingResource } from './mapping-definition.ts';
import { pollQueue } from './poll-queue.ts';
import { pollStream } from './poll-stream.ts';
import type { Poller } from './poller.ts';
import { noteStartingPosition } from './starting-position.ts';

/** What event source mappings need from the cloud around them. */
export type EventSourcesContext = Pick<
  CloudContext,
  'clock' | 'functions' | 'permissions' | 'dataDirectory' | 'log'
> & {
  readonly streams: DynamoDbStreams;
  readonly queues: QueueStore;
};

/** Stream records are removed from the server in batches of this size. */
const TRIM_EVERY = 1000;

/** Event source mappings as a part of the local cloud. They start with `begin`. */
export function createEventSources(context: EventSourcesContext): CloudPart {
  const { dataDirectory, functions, permissions, queues, streams } = context;
  const database = openStore(
    dataDirectory === undefined ? { memory: true } : { dataDirectory },
    'event-sources',
    CHECKPOINT_SCHEMA,
  );
  const checkpoints = createCheckpoints(database);
  const mappings: Mapping[] = [];
  const trimmer = createTrimmer(streams);
  let pollers: readonly Poller[] = [];

  /** AWS refuses this mapping at deployment. */
  const requirePermissions = (mapping: Mapping) => {
    for (const need of needsOf(mapping)) {
      const refusal = permissions.refusal({ role: functions.roleOf(mapping.functionName) }, need);
      if (refusal !== undefined) throw new Error(`Event source mapping ${mapping.name}: ${refusal}`);
    }
  };

  const start = (mapping: Mapping): Poller =>
    mapping.source === 'queue'
      ? pollQueue(context, mapping)
      : pollStream(
          {
            ...context,
            checkpoints,
            onCheckpoint: (position) => trimmer.passed(mapping, position),
          },
          mapping,
        );

  return Object.freeze({
    resourceTypes: [mappingResource((mapping) => mappings.push(mapping))],
    services: [],
    async begin() {
      for (const mapping of mappings) {
        requireQueues(queues, mapping);
        requirePermissions(mapping);
        if (mapping.source === 'queue') continue;
        if (mapping.failureQueueArn !== undefined)
          queues.noteDeadLetters(queueNameOf(mapping.failureQueueArn));
        trimmer.add(mapping);
        await streams.attach(mapping.sourceArn);
        await noteStartingPosition(mapping, streams, checkpoints);
      }
      pollers = mappings.map(start);
    },
    idle: async () => pollers.every((poller) => poller.idle()),
    async stop() {
      await Promise.all(pollers.map((poller) => poller.stop()));
      database.close();
    },
  });
}

function needsOf(mapping: Mapping): readonly Need[] {
  if (mapping.source === 'queue') {
    return ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'].map((action) => ({
      action: `sqs:${action}`,
      resource: mapping.sourceArn,
    }));
  }
  return [
    ...['DescribeStream', 'GetRecords', 'GetShardIterator'].map((action) => ({
      action: `dynamodb:${action}`,
      resource: mapping.sourceArn,
    })),
    // Policies grant it on all resources or, as AWS's own templates do, on the stream: both suffice.
    { action: 'dynamodb:ListStreams', resource: mapping.sourceArn },
    ...(mapping.failureQueueArn === undefined
      ? []
      : [{ action: 'sqs:SendMessage', resource: mapping.failureQueueArn }]),
  ];
}

function requireQueues(queues: QueueStore, mapping: Mapping): void {
  for (const arn of [mapping.source === 'queue' ? mapping.sourceArn : undefined, mapping.failureQueueArn]) {
    if (arn !== undefined && !queues.queue(queueNameOf(arn))) {
      throw new Error(`Event source mapping ${mapping.name}: the template has no queue ${arn}`);
    }
  }
}

/** Removes from each stream what all of its mappings have processed. */
function createTrimmer(streams: DynamoDbStreams) {
  const readers = new Map<string, Map<string, StreamPosition | undefined>>();
  const counts = new Map<string, number>();
  return {
    add(mapping: Mapping) {
      const positions = readers.get(mapping.sourceArn) ?? new Map();
      readers.set(mapping.sourceArn, positions.set(mapping.name, undefined));
    },
    passed(mapping: Mapping, position: StreamPosition) {
      const positions = readers.get(mapping.sourceArn);
      positions?.set(mapping.name, position);
      const count = (counts.get(mapping.sourceArn) ?? 0) + 1;
      counts.set(mapping.sourceArn, count);
      if (count % TRIM_EVERY !== 0) return;
      const all = [...(positions?.values() ?? [])];
      const lowest = all.reduce((low, one) => (one && low && isBefore(one, low) ? one : one && low), all[0]);
      if (lowest) streams.trim(mapping.sourceArn, lowest);
    },
  };
}

function isBefore(one: StreamPosition, other: StreamPosition): boolean {
  return BigInt(one.sequenceNumber) < BigInt(other.sequenceNumber);
}
