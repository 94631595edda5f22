import type { Alarm, LocalClock } from '../ports.ts';

/** Listeners of queues, and one alarm per queue for its next message that becomes visible. */
export interface QueueListeners {
  /** Calls `run` whenever a message of the queue may have become receivable. The returned function ends that. */
  readonly add: (queue: string, run: () => void) => () => void;
  readonly has: (queue: string) => boolean;
  /** Calls the listeners of the queue now. */
  readonly tell: (queue: string) => void;
  /** Sets the queue's alarm again after its messages have changed. */
  readonly arm: (queue: string) => void;
  readonly stop: () => void;
}

/** Creates them; `nextVisible` returns when the queue's next message becomes visible, undefined when none will. */
export function createQueueListeners(
  clock: Pick<LocalClock, 'at'>,
  nextVisible: (queue: string) => number | undefined,
): QueueListeners {
  const listeners = new Map<string, Set<() => void>>();
  const alarms = new Map<string, { readonly due: number; readonly alarm: Alarm }>();

  const tell = (queue: string) => {
    for (const run of [...(listeners.get(queue) ?? [])]) run();
  };
  const has = (queue: string) => (listeners.get(queue)?.size ?? 0) > 0;
  const arm = (queue: string) => {
    const armed = alarms.get(queue);
    const due = has(queue) ? nextVisible(queue) : undefined;
    if (armed?.due === due) return;
    armed?.alarm.cancel();
    alarms.delete(queue);
    if (due === undefined) return;
    const ring = () => {
      alarms.delete(queue);
      tell(queue);
      arm(queue);
    };
    alarms.set(queue, { due, alarm: clock.at(due, ring, { jump: true }) });
  };

  return Object.freeze({
    tell,
    has,
    arm,
    add(queue: string, run: () => void) {
      const runs = listeners.get(queue) ?? new Set();
      listeners.set(queue, runs.add(run));
      arm(queue);
      return () => {
        runs.delete(run);
        arm(queue);
      };
    },
    stop() {
      for (const { alarm } of alarms.values()) alarm.cancel();
      alarms.clear();
      listeners.clear();
    },
  });
}
