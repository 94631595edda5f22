import type { LocalClock } from '../ports.ts';
import { fitting } from './item-failures.ts';
import type { Mapping } from './mapping-definition.ts';
import { laneOf, type StreamItem } from './stream-item.ts';

/** Records of the same keys go through the same lane, one batch after the other. */
interface Lane {
  readonly items: StreamItem[];
  /** Its present state: idle, waiting for a moment of the local clock, or working. */
  state: 'free' | 'waiting' | 'working';
  windowSet: boolean;
}

/** Makes a lane wait for this many milliseconds of the local clock. */
export type Pause = (ms: number) => Promise<void>;

/** The lanes of a mapping. */
export interface StreamLanes {
  /** Puts an item at the end of its lane. */
  add(item: StreamItem): void;
  /** Gives each free lane a batch once the batch is full or its window has ended. */
  run(): void;
  isWorking(): boolean;
  /** Takes no new batch. */
  stop(): void;
  /** The states of the lanes; they may also be waiting. */
  underWay(): Iterable<Promise<void>>;
}

/** Creates as many lanes as the mapping has. `handle` processes one batch, whatever the outcome. */
export function createStreamLanes(
  clock: LocalClock,
  mapping: Mapping,
  handle: (batch: readonly StreamItem[], pause: Pause) => Promise<void>,
): StreamLanes {
  const lanes = Array.from(
    { length: mapping.concurrency },
    (): Lane => ({ items: [], state: 'free', windowSet: false }),
  );
  const working = new Set<Promise<void>>();
  let stopped = false;

  const run = (lane: Lane) => {
    if (lane.state !== 'free' || lane.items.length === 0 || stopped) return;
    const windowEnds = lane.items[0]!.readAt + mapping.windowMs;
    if (lane.items.length < mapping.batchSize && clock.now() < windowEnds) {
      if (lane.windowSet) return;
      lane.windowSet = true;
      const over = () => {
        lane.windowSet = false;
        run(lane);
      };
      clock.at(windowEnds, over, { jump: true });
      return;
    }
    const batch = lane.items.splice(
      0,
      fitting(lane.items, mapping.batchSize, ({ bytes }) => bytes),
    );
    lane.state = 'working';
    const work = handle(batch, pauseOf(lane)).finally(() => {
      working.delete(work);
      lane.state = 'free';
      run(lane);
    });
    working.add(work);
  };

  const pauseOf =
    (lane: Lane): Pause =>
    (ms) => {
      lane.state = 'waiting';
      return new Promise((resolve) => {
        const goOn = () => {
          lane.state = 'working';
          resolve();
        };
        clock.at(clock.now() + ms, goOn, { jump: true });
      });
    };

  return {
    add: (item) => void lanes[laneOf(item.record, lanes.length)]!.items.push(item),
    run: () => lanes.forEach(run),
    isWorking: () => lanes.some(({ state }) => state === 'working'),
    stop() {
      stopped = true;
    },
    underWay: () => working,
  };
}
