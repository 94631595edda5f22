import type { FunctionSettings } from './function-settings.ts';
import { FunctionWorker, type WorkerSurroundings } from './function-worker.ts';

/** Bounds on the threads that functions run in. */
export interface EnvironmentBounds {
  /**
   * Of one function at the same time. Unlike on Lambda, the next invocation waits for its turn, because a thread takes
   * some 25 MB.
   */
  readonly ofOneFunction: number;
  /** Of all functions together. */
  readonly together: number;
  /** In addition to these, for requests whose caller waits. */
  readonly forRequests: number;
  /** Maximum number of idle environments of all functions together; the one that has been idle longest ends first. */
  readonly keptIdle: number;
  /** An environment that is idle for this long ends. Milliseconds. */
  readonly idleMs: number;
}

export const LOCAL_BOUNDS: EnvironmentBounds = Object.freeze({
  ofOneFunction: 8,
  together: 24,
  forRequests: 8,
  // An order in progress wakes some twenty functions again and again; with fewer environments, most invocations would
  // be cold starts.
  keptIdle: 24,
  // Short, so that the memory of threads is freed soon after the work.
  idleMs: 5_000,
});

/**
 * Another environment is started for a waiting invocation once all existing ones have been busy for this long (ms),
 * doubled with each. Measured on two cores: a second environment makes short work slower (319 against 201 requests a
 * second), so it is only for work that waits on others, and not for an overloaded machine.
 */
const PATIENCE_MS = 100;

/**
 * The same for functions that nobody waits for: while they compute, further threads of theirs only take the processors
 * from requests. Long computations, such as a plan of routes, still get company.
 */
const BACKGROUND_PATIENCE_MS = 1_000;

/** Longest wait for environments that do nothing but wait on others (ms). */
const MAX_PATIENCE_MS = 250;

type SurroundingsOf = (functionName: string) => Omit<WorkerSurroundings, 'isBackground'>;

interface Waiting {
  readonly isRequest: boolean;
  readonly turn: (worker: FunctionWorker | undefined) => void;
}

interface Pool {
  readonly settings: FunctionSettings;
  readonly waiting: Waiting[];
  readonly all: Set<FunctionWorker>;
}

interface Idle {
  readonly pool: Pool;
  readonly sinceMs: number;
}

/**
 * The threads of all functions: started lazily, each running one invocation at a time, bounded in number, ended after
 * some idle time.
 */
export class Environments {
  readonly #bounds: EnvironmentBounds;
  readonly #surroundingsOf: SurroundingsOf;
  readonly #slowness: () => number;
  readonly #pools = new Map<string, Pool>();
  /** In the order in which they became idle. */
  readonly #idle = new Map<FunctionWorker, Idle>();
  #count = 0;
  #sweep: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(
    surroundingsOf: SurroundingsOf,
    bounds: EnvironmentBounds = LOCAL_BOUNDS,
    /** By how much work takes longer at present: a busy machine gets no further threads for it. */
    slowness: () => number = () => 1,
  ) {
    this.#slowness = slowness;
    this.#surroundingsOf = surroundingsOf;
    this.#bounds = bounds;
  }

  /** Number of threads. */
  get count(): number {
    return this.#count;
  }

  /** Registers a function. */
  add(settings: FunctionSettings): void {
    this.#pools.set(settings.name, { settings, waiting: [], all: new Set() });
  }

  /** Runs `work` in an environment of the function; with undefined when all have been stopped. */
  async use<T>(
    functionName: string,
    isRequest: boolean,
    work: (worker: FunctionWorker | undefined) => Promise<T>,
  ): Promise<T> {
    const pool = this.#pools.get(functionName);
    const worker = pool && (await this.#take(pool, isRequest));
    try {
      return await work(worker);
    } finally {
      if (pool && worker) this.#giveBack(pool, worker);
    }
  }

  /** Ends every environment. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#sweep);
    const pools = [...this.#pools.values()];
    for (const { waiting } of pools) for (const { turn } of waiting.splice(0)) turn(undefined);
    await Promise.all(pools.flatMap(({ all }) => [...all].map((worker) => worker.end())));
  }

  async #take(pool: Pool, isRequest: boolean): Promise<FunctionWorker | undefined> {
    if (this.#stopped) return undefined;
    const idle = [...pool.all].findLast((worker) => this.#idle.has(worker));
    if (idle !== undefined) {
      this.#idle.delete(idle);
      if (!idle.ended) return idle;
      this.#forget(pool, idle);
    }
    if (pool.all.size === 0 && this.#hasRoom(isRequest)) return this.#start(pool, isRequest);
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      const entry: Waiting = {
        isRequest,
        turn(worker) {
          clearTimeout(timer);
          resolve(worker);
        },
      };
      const grow = () => {
        const place = pool.waiting.indexOf(entry);
        if (place === -1) return;
        if (this.#isWorthAnother(pool, isRequest) && this.#hasRoom(isRequest)) {
          pool.waiting.splice(place, 1);
          resolve(this.#start(pool, isRequest));
        } else {
          timer = setTimeout(grow, PATIENCE_MS);
        }
      };
      timer = setTimeout(grow, PATIENCE_MS);
      pool.waiting.push(entry);
    });
  }

  #isWorthAnother({ all }: Pool, isRequest: boolean): boolean {
    if (all.size >= this.#bounds.ofOneFunction) return false;
    const slowness = this.#slowness();
    const patienceMs = (isRequest ? PATIENCE_MS : BACKGROUND_PATIENCE_MS) * 2 ** (all.size - 1) * slowness;
    const workers = [...all];
    return (
      workers.every(({ busyMs }) => busyMs >= patienceMs) ||
      workers.every((worker) => worker.busyMs >= MAX_PATIENCE_MS * slowness && worker.isWaiting)
    );
  }

  /** Whether another environment may be started: within the limit, or in place of an idle one. */
  #hasRoom(isRequest: boolean): boolean {
    const { together, forRequests } = this.#bounds;
    if (this.#count < together) return true;
    if (this.#endLongestIdle()) return true;
    return isRequest && this.#count < together + forRequests;
  }

  #giveBack(pool: Pool, worker: FunctionWorker): void {
    if (worker.ended) this.#forget(pool, worker);
    const starved = this.#starved();
    if (starved !== undefined && !worker.ended && this.#count >= this.#bounds.together) {
      this.#forget(pool, worker);
      void worker.end();
    }
    if (starved !== undefined && this.#hasRoom(false)) {
      const first = starved.waiting.shift();
      first?.turn(this.#start(starved, first.isRequest));
    }
    // It crashed, or was removed for another: waiting invocations check again by themselves.
    if (!pool.all.has(worker)) return;
    const next = pool.waiting.shift();
    if (next !== undefined) next.turn(worker);
    else this.#rest(pool, worker);
  }

  /** A function with waiting invocations and no environment to run them in; one with a waiting request first. */
  #starved(): Pool | undefined {
    const pools = [...this.#pools.values()].filter(
      ({ waiting, all }) => waiting.length > 0 && all.size === 0,
    );
    return pools.find(({ waiting }) => waiting.some(({ isRequest }) => isRequest)) ?? pools[0];
  }

  #rest(pool: Pool, worker: FunctionWorker): void {
    this.#idle.set(worker, { pool, sinceMs: performance.now() });
    while (this.#idle.size > this.#bounds.keptIdle) this.#endLongestIdle();
    this.#sweepLater();
  }

  /** Ends environments that have been idle for too long. */
  #sweepLater(): void {
    if (this.#sweep !== undefined || this.#stopped) return;
    this.#sweep = setTimeout(() => {
      this.#sweep = undefined;
      const limit = performance.now() - this.#bounds.idleMs;
      for (const [worker, idle] of this.#idle) if (idle.sinceMs <= limit) this.#end(worker, idle);
      if (this.#idle.size > 0) this.#sweepLater();
    }, this.#bounds.idleMs);
    this.#sweep.unref();
  }

  /** False when none is idle. */
  #endLongestIdle(): boolean {
    const [longestIdle] = this.#idle;
    if (longestIdle !== undefined) this.#end(...longestIdle);
    return longestIdle !== undefined;
  }

  #end(worker: FunctionWorker, { pool }: Idle): void {
    this.#idle.delete(worker);
    this.#forget(pool, worker);
    void worker.end();
  }

  #start(pool: Pool, isRequest: boolean): FunctionWorker | undefined {
    if (this.#stopped) return undefined;
    const surroundings = { ...this.#surroundingsOf(pool.settings.name), isBackground: !isRequest };
    const worker = new FunctionWorker(pool.settings, surroundings);
    pool.all.add(worker);
    this.#count += 1;
    return worker;
  }

  #forget(pool: Pool, worker: FunctionWorker): void {
    if (pool.all.delete(worker)) this.#count -= 1;
  }
}
