import type { SentItem } from './item.ts';

/** Items of a partition, as they were when the stamp beside them was read. */
interface Kept {
  readonly mark: unknown;
  readonly items: readonly Partial<SentItem>[];
  readonly untilMs: number;
}

/** How a partition is read: its stamp alone, or the stamp first and then its items. */
export interface PartitionReads {
  readonly mark: () => Promise<unknown>;
  readonly all: () => Promise<Pick<Kept, 'mark' | 'items'>>;
}

/** After this time a partition is read again, whatever its stamp says. Milliseconds. */
const FRESH_MS = 15_000;

/** Maximum number of partitions in the memory of an instance. */
const MOST = 1_000;

/**
 * Partitions that are read for every event and change only when people change settings, in the memory of an instance.
 * Every write to one of them changes its stamp, so reading the stamp is enough to know whether what is remembered is
 * still what the table has.
 */
export class KeptPartitions {
  readonly #kept = new Map<string, Kept>();
  /** Readings that began in this turn of the event loop. */
  readonly #begun = new Map<string, Promise<Kept['items']>>();

  /**
   * As `read`, in one reading for all who ask in the same turn of the event loop, as the messages of a batch do: an
   * earlier one could miss what was written since.
   */
  readTogether(partition: string, nowMs: number, reads: PartitionReads): Promise<Kept['items']> {
    const begun = this.#begun.get(partition);
    if (begun) return begun;
    const reading = this.read(partition, nowMs, reads);
    this.#begun.set(partition, reading);
    queueMicrotask(() => this.#begun.delete(partition));
    return reading;
  }

  /** The items of a partition, as they were at the call or later. */
  async read(partition: string, nowMs: number, { mark, all }: PartitionReads): Promise<Kept['items']> {
    const known = this.#kept.get(partition);
    if (known && known.untilMs > nowMs && known.mark === (await mark())) return known.items;
    const read = { ...(await all()), untilMs: nowMs + FRESH_MS };
    this.#kept.delete(partition);
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined && this.#kept.size >= MOST) this.#kept.delete(oldest);
    this.#kept.set(partition, read);
    return read.items;
  }
}
