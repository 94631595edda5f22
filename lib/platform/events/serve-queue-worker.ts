import type { SQSClient } from '@aws-sdk/client-sqs';
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type { LogFields } from '../core/log.ts';
import { type CoreDeps, type Observer, observerFromEnvironment, once, onFirstUse } from '../runtime/index.ts';
import { Table } from '../table/index.ts';
import { ConsumerFailure, verdictOf } from './consumer-failure.ts';
import { type EventRecord, eventEntity } from './define-event.ts';
import type { QueueWorker } from './define-queue-worker.ts';
import { queueClient } from './queue-client.ts';
import { parkMessage, putOffMessage } from './return-message.ts';

/** What the handler reads of Lambda's context. */
interface TimeLeft {
  getRemainingTimeInMillis(): number;
}

/** Reserved at the end of an invocation, so that the results of the others are reported in time. Milliseconds. */
const REPORT_MS = 1000;

/**
 * The Lambda handler of a queue worker. Messages of a batch are handled in parallel, each with its own
 * verdict; failed ones are reported, so that only they are delivered again. A message that does not end is
 * abandoned a second before Lambda would end the invocation, which would return all the others to the queue
 * as well.
 */
export function serveQueueWorker<Deps extends Pick<CoreDeps, 'log'>>(
  worker: QueueWorker<Deps>,
  makeDeps: () => Deps,
  makeQueue: () => SQSClient = queueClient,
  makeObserver?: () => Observer | undefined,
) {
  const deps = once(() => ({ ...makeDeps(), queue: onFirstUse(makeQueue) }));
  const observer = once(makeObserver ?? (() => observerFromEnvironment(deps().log)));
  return async (batch: SQSEvent, context?: TimeLeft): Promise<SQSBatchResponse> => {
    const milliseconds = context && Math.max(0, context.getRemainingTimeInMillis() - REPORT_MS);
    const outcomes = await Promise.all(
      batch.Records.map(async (message) => ({
        message,
        retry: await handled(deps(), worker, { message, milliseconds, observer: observer() }),
      })),
    );
    return {
      batchItemFailures: outcomes
        .filter(({ retry }) => retry)
        .map(({ message }) => ({ itemIdentifier: message.messageId })),
    };
  };
}

/** What handling a message takes beside the worker. */
interface Handling {
  readonly message: SQSRecord;
  /** Time that is left for it; undefined = as long as it takes. */
  readonly milliseconds: number | undefined;
  /** Undefined when nothing is recorded. */
  readonly observer: Observer | undefined;
}

/** Handles one message within the given time; true when it must be delivered again. */
async function handled<Deps extends Pick<CoreDeps, 'log'>>(
  deps: Deps & { queue: SQSClient },
  worker: QueueWorker<Deps>,
  { message, milliseconds, observer }: Handling,
): Promise<boolean> {
  const receiveCount = Number(message.attributes.ApproximateReceiveCount);
  let facts: LogFields = { worker: worker.name, messageId: message.messageId, receiveCount };
  try {
    const event = readEvent(message.body);
    const { id: eventId, organizationId } = event;
    facts = { ...facts, event: event.name, eventId, organizationId };
    const received = { kind: 'message', name: worker.name, organizationId, from: event.trace } as const;
    const work = () => inTime(worker.handle(actingFor(deps, worker.name, event), event), milliseconds);
    const seen = { event: event.name, event_id: eventId };
    await (observer?.observed({ ...received, facts: seen }, work) ?? work());
    deps.log.debug('worker.handled', 'Handled a message.', facts);
    return false;
  } catch (failure) {
    const verdict = verdictOf(failure);
    if (failure instanceof ConsumerFailure && failure.stage === 'busy')
      deps.log.info('worker.busy', failure.message, facts);
    else
      deps.log.error(
        'worker.failed',
        `Could not handle a message; it is left to ${verdict}.`,
        facts,
        failure,
      );
    if (verdict === 'park') return !(await parkMessage(deps, message));
    await putOffMessage(deps, message, failure);
    return true;
  }
}

/** The dependencies, whose table adds this worker and its event as the cause to events. */
function actingFor<Deps>(deps: Deps, worker: string, { id, name }: EventRecord): Deps {
  const { table } = deps as { readonly table?: unknown };
  if (!(table instanceof Table)) return deps;
  const cause = name.startsWith('timer.') ? name.replace('.', ':') : `event:${id}`;
  return { ...deps, table: table.actingFor({ actor: { type: 'system', id: worker, name: worker }, cause }) };
}

/** The event in a message. Something else, such as a manually sent message, is not worth a retry. */
function readEvent(body: string): EventRecord {
  try {
    return eventEntity.definition.schema.parse(JSON.parse(body));
  } catch (cause) {
    throw new ConsumerFailure('never', 'The message is not an event.', { cause });
  }
}

/** The result of the work, unless it takes too long. It is not stopped: its writes are conditional. */
async function inTime(work: Promise<void>, milliseconds: number | undefined): Promise<void> {
  if (milliseconds === undefined) return work;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const giveUp = () =>
      reject(new ConsumerFailure('during', 'The message took as long as the function may run.'));
    timer = setTimeout(giveUp, milliseconds);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
