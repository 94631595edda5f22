import { marshall } from '@aws-sdk/util-dynamodb';
import { tellingItems } from '../../../functions/compose/telling-items.ts';
import { eventEntity } from '../../../lib/platform/events/index.ts';
import type { Change } from '../../support/memory-dynamodb/memory-table.ts';
import type { FunctionPool } from './function-pool.ts';
import { Random } from './random.ts';
import type { World } from './world.ts';

/** Types of the items that are events. */
const ROUTED: ReadonlySet<string> = new Set([
  eventEntity.name,
  ...tellingItems.map(({ entity }) => entity.name),
]);

const SHARDS = 2;
const BATCH = 20;

/**
 * The table's stream: changes of one key in order, in batches, repeated when the router failed and sometimes without a
 * reason.
 */
export class Stream {
  readonly #lanes: Lane[];

  constructor(world: World, pool: FunctionPool) {
    this.#lanes = Array.from({ length: SHARDS }, (_, shard) => new Lane(world, pool, shard));
    world.listen((change) => {
      const shard = Math.floor(new Random(String(change.keys.pk)).next() * SHARDS);
      this.#lanes[shard]!.add(change);
    });
  }
}

class Lane {
  readonly #world: World;
  readonly #pool: FunctionPool;
  readonly #shard: number;
  readonly #changes: Change[] = [];
  #next = 0;
  #batches = 0;
  #isBusy = false;

  constructor(world: World, pool: FunctionPool, shard: number) {
    this.#world = world;
    this.#pool = pool;
    this.#shard = shard;
  }

  add(change: Change): void {
    // As in the stack: the router gets only items that are events.
    if (!ROUTED.has(String(change.after?.type))) return;
    this.#changes.push(change);
    this.#readOn();
  }

  #readOn(): void {
    if (this.#isBusy || this.#next >= this.#changes.length) return;
    this.#isBusy = true;
    const random = this.#world.random(`stream ${this.#shard} ${++this.#batches}`);
    const rests = this.#world.faults.happens('stream-late', random, `shard ${this.#shard} ${this.#batches}`);
    this.#world.scheduler.after(random.wait(50) + (rests ? random.between(1_000, 60_000) : 0), () =>
      this.#hand(random),
    );
  }

  #hand(random: Random): void {
    const batch = this.#changes.slice(this.#next, this.#next + random.between(1, BATCH));
    const Records = batch.map(recordOf);
    const end = (next: number, pauseMs: number) => {
      this.#next = next;
      this.#world.scheduler.after(pauseMs, () => {
        this.#isBusy = false;
        this.#readOn();
      });
    };
    this.#pool.invoke('route-events', `${this.#shard}/${this.#batches}`, { Records }).then(
      (result) => {
        const { batchItemFailures } = result as { batchItemFailures: readonly { itemIdentifier: string }[] };
        const failed = batchItemFailures[0]?.itemIdentifier;
        const index = batch.findIndex(({ sequence }) => String(sequence) === failed);
        if (index >= 0) return end(this.#next + index, 1_000);
        const isAgain = this.#world.faults.happens(
          'stream-again',
          random,
          `shard ${this.#shard} ${this.#batches}`,
        );
        const back = isAgain ? random.between(1, batch.length + 5) : 0;
        end(Math.max(0, this.#next + batch.length - back), 0);
      },
      () => end(this.#next, 1_000),
    );
  }
}

function recordOf({ sequence, keys, before, after }: Change): object {
  return {
    eventName: before ? 'MODIFY' : 'INSERT',
    dynamodb: {
      SequenceNumber: String(sequence),
      Keys: keys,
      NewImage: marshall(after, { removeUndefinedValues: true }),
    },
  };
}
