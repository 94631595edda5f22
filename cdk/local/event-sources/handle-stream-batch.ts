import type { CloudContext, InvocationResult } from '../ports.ts';
import { type QueueStore, queueNameOf } from '../sqs/index.ts';
import { failuresOf } from './item-failures.ts';
import { type GivenUp, lostBatchMessage } from './lost-batch-message.ts';
import type { Mapping } from './mapping-definition.ts';
import { invokeSafely, reasonOf } from './poller.ts';
import { retryPauseMs } from './retry-pause.ts';
import type { StreamItem } from './stream-item.ts';
import type { Pause } from './stream-lanes.ts';

/**
 * Passes a batch to the mapping's function until every record is done or given up: failed records are retried, in two
 * halves if the mapping says so, and finally reported to the failure queue. Ends at once when `isStopped`.
 */
export async function handleStreamBatch(
  deps: Pick<CloudContext, 'clock' | 'functions' | 'log'> & {
    readonly queues: QueueStore;
    readonly pause: Pause;
    readonly isStopped: () => boolean;
    /** Called with records that are done or given up. */
    readonly finish: (items: readonly StreamItem[]) => void;
  },
  mapping: Mapping,
  batch: readonly StreamItem[],
): Promise<void> {
  const { clock, functions, log, queues, pause, isStopped, finish } = deps;
  const parts: { items: readonly StreamItem[]; attempts: number }[] = [{ items: batch, attempts: 0 }];
  while (parts.length > 0 && !isStopped()) {
    const part = parts.shift()!;
    const items = dropOld(part.items, part.attempts);
    if (items.length === 0) continue;
    const result = await invokeSafely(functions, mapping.functionName, {
      Records: items.map(({ record }) => record),
    });
    if (isStopped()) return;
    const done = doneCount(mapping, result, items);
    finish(items.slice(0, done));
    if (done === items.length) continue;
    const rest = items.slice(done);
    // Progress resets the count; splitting a batch does not, because it is not an attempt.
    const attempts = done > 0 ? 0 : part.attempts + 1;
    logFailure(result, rest, attempts);
    if (
      mapping.retries !== undefined &&
      attempts > mapping.retries &&
      (rest.length === 1 || !mapping.bisects)
    ) {
      giveUp(rest, { condition: 'RetryAttemptsExhausted', invocations: attempts, result });
      continue;
    }
    if (mapping.bisects && rest.length > 1 && done === 0) {
      const middle = Math.ceil(rest.length / 2);
      parts.unshift(
        { items: rest.slice(0, middle), attempts: part.attempts },
        { items: rest.slice(middle), attempts: part.attempts },
      );
    } else {
      parts.unshift({ items: rest, attempts });
    }
    await pause(retryPauseMs(Math.max(0, attempts - 1)));
  }

  function logFailure(result: InvocationResult, rest: readonly StreamItem[], attempts: number): void {
    // A reported failure of an item is the function's own business; repeating it is nothing new.
    if (result.ok || attempts > 1) return;
    log(
      `${mapping.functionName} failed on ${rest.length} stream record(s) from ${rest[0]!.position.sequenceNumber}, trying again: ${reasonOf(result)}`,
    );
  }

  function dropOld(items: readonly StreamItem[], attempts: number): readonly StreamItem[] {
    if (mapping.maximumAgeMs === undefined) return items;
    const oldest = clock.now() - mapping.maximumAgeMs;
    // Counted from the time of reading, so that records written just before the laptop was closed are not too old on
    // Monday.
    const isOld = ({ readAt }: StreamItem) => readAt < oldest;
    const old = items.filter(isOld);
    if (old.length === 0) return items;
    giveUp(old, { condition: 'RecordAgeExceeded', invocations: attempts, result: undefined });
    return items.filter((item) => !isOld(item));
  }

  function giveUp(items: readonly StreamItem[], how: GivenUp): void {
    log(`${mapping.functionName} gives up ${items.length} stream record(s): ${how.condition}`);
    if (mapping.failureQueueArn !== undefined) {
      const body = lostBatchMessage(mapping, items, how, clock.now());
      queues.send(queueNameOf(mapping.failureQueueArn), { body: JSON.stringify(body) });
    }
    finish(items);
  }
}

/** How many of the first items are done: all, those before the first failed one, or none. */
function doneCount(mapping: Mapping, result: InvocationResult, items: readonly StreamItem[]): number {
  const identifiers = items.map(({ position }) => position.sequenceNumber);
  const failures = failuresOf(result, mapping.reportsItemFailures, identifiers);
  if (failures === 'all') return 0;
  const first = identifiers.findIndex((identifier) => failures.has(identifier));
  return first < 0 ? items.length : first;
}
