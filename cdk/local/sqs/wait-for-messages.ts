import type { LocalClock } from '../ports.ts';
import type { QueueStore, ReceivedMessage } from './queue-store.ts';

/** Receives at once when there is a message, otherwise waits up to `waitMs` for one (long polling). */
export async function waitForMessages(options: {
  readonly store: QueueStore;
  readonly clock: Pick<LocalClock, 'now' | 'at'>;
  readonly queue: string;
  readonly limit: number;
  readonly visibilityTimeoutMs: number | undefined;
  readonly waitMs: number;
}): Promise<readonly ReceivedMessage[]> {
  const { store, clock, queue, limit, visibilityTimeoutMs, waitMs } = options;
  const receive = () => store.receive(queue, limit, { visibilityTimeoutMs });
  const first = receive();
  if (first.length > 0 || waitMs === 0) return first;
  return new Promise((resolve) => {
    const finish = (messages: readonly ReceivedMessage[]) => {
      alarm.cancel();
      forget();
      resolve(messages);
    };
    // A skipping clock need not stop here: nobody waits for it.
    const alarm = clock.at(clock.now() + waitMs, () => finish([]));
    const forget = store.onAvailable(queue, () => {
      const messages = receive();
      if (messages.length > 0) finish(messages);
    });
  });
}
