import type { Change } from '../../support/memory-dynamodb/memory-table.ts';
import { memoryServiceTable } from '../../support/memory-dynamodb/service-table.ts';
import type { Attributes } from '../../support/memory-dynamodb/values.ts';
import type { Faults } from './faults.ts';
import { Random } from './random.ts';
import { readable } from './readable.ts';
import { Scheduler } from './scheduler.ts';

/** An item of the table with a readable value. */
export interface WorldItem {
  readonly type: string;
  readonly data: Attributes;
  readonly pk: string;
  readonly sk: string;
  readonly version: number;
}

/** An object of the bucket with its type. */
export interface StoredContent {
  readonly content: Uint8Array;
  readonly contentType: string;
}

/** The ids that a request named, and how it was answered. */
export interface Probed {
  readonly ids: readonly string[];
  readonly reply: { readonly status: number; readonly json: unknown };
}

/** The same request with an id of another organization, and with one that nobody has. */
export interface Probe {
  readonly organizationId: string;
  readonly routeKey: string;
  readonly foreign: Probed;
  readonly unknown: Probed;
}

/** What everything in the simulated world shares: time, randomness, faults, the table and the log. */
export class World {
  readonly seed: string;
  readonly scheduler: Scheduler;
  readonly faults: Faults;
  readonly db = memoryServiceTable(() => this.scheduler.now());
  /** What is in the bucket, by organization and key. */
  readonly objects = new Map<string, StoredContent>();
  /** Average duration of an AWS call in milliseconds. */
  readonly pace: number;
  readonly trace: string[] | undefined;
  /** What handlers could not do and logged as an error. */
  readonly failures: { readonly functionName: string; readonly message: string }[] = [];
  /** Which organization made the request of a name. */
  readonly askers = new Map<string, string>();
  /** What organizations learned about each other. */
  readonly probes: Probe[] = [];
  /** Name of the event whose function writes at the moment. */
  writer: string | undefined;
  readonly #listeners: ((change: Change) => void)[] = [];
  readonly #replicatedAt = new Map<string, number>();
  /** Changes that indexes missed, by item. */
  readonly #missed = new Map<string, (() => void)[]>();

  constructor(options: {
    readonly seed: string;
    readonly startMs: number;
    readonly pace: number;
    readonly faults: Faults;
    readonly isTraced: boolean;
  }) {
    this.seed = options.seed;
    this.scheduler = new Scheduler(options.startMs);
    this.faults = options.faults;
    this.pace = options.pace;
    this.trace = options.isTraced ? [] : undefined;
    this.db.table.onChange = (change) => {
      for (const listener of this.#listeners) listener(change);
    };
    this.db.table.replicate = (change, apply) => this.#replicate(change, apply);
  }

  now(): number {
    return this.scheduler.now();
  }

  /** Randomness that depends only on the seed and a name, whatever else happens. */
  random(name: string): Random {
    return new Random(`${this.seed}|${name}`);
  }

  tell(who: string, what: string | (() => string)): void {
    if (!this.trace) return;
    const at = new Date(this.now()).toISOString().slice(5, 23).replace('T', ' ');
    this.trace.push(`${at} ${who}: ${typeof what === 'string' ? what : what()}`);
  }

  /** When the last fault happened; unreachable before that. */
  calmAt = Number.POSITIVE_INFINITY;

  /** From now on nothing goes wrong any more, and indexes catch up on what they missed. */
  calmDown(): void {
    this.faults.isOn = false;
    this.calmAt = this.now();
    for (const item of [...this.#missed.keys()]) this.#catchUp(item);
  }

  /** Receives every change of the table at the moment of its write. */
  listen(listener: (change: Change) => void): void {
    this.#listeners.push(listener);
  }

  /** The current items of a partition, by their sort keys. */
  partition(pk: string): readonly WorldItem[] {
    return this.db.table.rows(undefined, pk).map(({ item }) => readable(item)) as never;
  }

  /** Items of one kind, as they are. */
  items(type: string): readonly WorldItem[] {
    return this.db.table
      .items()
      .filter((item) => item.type === type)
      .map(readable) as never;
  }

  /** Changes of one item stay in order, however late they arrive. */
  #replicate(change: Change, apply: () => void): void {
    const item = `${change.keys.pk}|${change.keys.sk}`;
    const random = this.random(`index ${item} ${change.after?.version ?? 'gone'}`);
    let lag = random.wait(20);
    if (this.faults.happens('slow-index', random, item)) lag = random.between(1_000, 20_000);
    if (this.faults.happens('very-slow-index', random, item)) lag = random.between(60_000, 600_000);
    const at = Math.max(this.now() + lag, this.#replicatedAt.get(item) ?? 0);
    this.#replicatedAt.set(item, at);
    const isLost = this.faults.happens('lost-index', this.random(`lost index ${item} ${at}`), item);
    this.scheduler.after(at - this.now(), () => {
      if (isLost && this.faults.isOn) {
        this.#missed.set(item, [...(this.#missed.get(item) ?? []), apply]);
        return;
      }
      this.#catchUp(item);
      apply();
    });
  }

  #catchUp(item: string): void {
    for (const apply of this.#missed.get(item) ?? []) apply();
    this.#missed.delete(item);
  }
}
