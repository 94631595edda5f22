import { type EnvironmentSurroundings, FunctionEnvironment } from './function-environment.ts';
import type { FunctionSettings } from './function-settings.ts';
import { FunctionThreads, type ThreadBounds } from './function-threads.ts';

/** Bounds on the environments that functions run in. */
export interface EnvironmentBounds extends ThreadBounds {
  /** Of one function at the same time. Unlike on Lambda, the next invocation waits for its turn. */
  readonly ofOneFunction: number;
  /** Invocations of all functions at the same time. */
  readonly together: number;
  /** In addition to these, for requests whose caller waits. */
  readonly forRequests: number;
}

export const LOCAL_BOUNDS: EnvironmentBounds = Object.freeze({
  ofOneFunction: 8,
  together: 24,
  forRequests: 8,
  ofAKind: 2,
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

interface Waiting {
  readonly isRequest: boolean;
  readonly turn: (environment: FunctionEnvironment | undefined) => void;
}

interface Pool {
  readonly settings: FunctionSettings;
  readonly waiting: Waiting[];
  readonly all: Set<FunctionEnvironment>;
}

/** The environments of all functions: started when they are needed, each running one invocation at a time. */
export class Environments {
  readonly #bounds: EnvironmentBounds;
  readonly #surroundingsOf: (functionName: string) => EnvironmentSurroundings;
  readonly #slowness: () => number;
  readonly #threads: FunctionThreads;
  readonly #pools = new Map<string, Pool>();
  #running = 0;
  #stopped = false;

  constructor(
    surroundingsOf: (functionName: string) => EnvironmentSurroundings,
    threads: ConstructorParameters<typeof FunctionThreads>[0],
    bounds: EnvironmentBounds = LOCAL_BOUNDS,
    /** By how much work takes longer at present: a busy machine gets no further environments for it. */
    slowness: () => number = () => 1,
  ) {
    this.#slowness = slowness;
    this.#surroundingsOf = surroundingsOf;
    this.#bounds = bounds;
    this.#threads = new FunctionThreads(threads, bounds);
  }

  /** Number of threads. */
  get threads(): number {
    return this.#threads.count;
  }

  /** Registers a function. */
  add(settings: FunctionSettings): void {
    this.#pools.set(settings.name, { settings, waiting: [], all: new Set() });
  }

  /** Runs `work` in an environment of the function; with undefined when all have been stopped. */
  async use<T>(
    functionName: string,
    isRequest: boolean,
    work: (environment: FunctionEnvironment | undefined) => Promise<T>,
  ): Promise<T> {
    const pool = this.#pools.get(functionName);
    const environment = pool && (await this.#take(pool, isRequest));
    try {
      return await work(environment);
    } finally {
      if (environment) this.#giveBack(environment);
    }
  }

  /** Ends every environment. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const { waiting } of this.#pools.values()) for (const { turn } of waiting.splice(0)) turn(undefined);
    await this.#threads.stop();
  }

  async #take(pool: Pool, isRequest: boolean): Promise<FunctionEnvironment | undefined> {
    if (this.#stopped) return undefined;
    const free = this.#free(pool, isRequest);
    if (free !== undefined) return free;
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      const entry: Waiting = {
        isRequest,
        turn(environment) {
          clearTimeout(timer);
          resolve(environment);
        },
      };
      const grow = () => {
        const place = pool.waiting.indexOf(entry);
        if (place === -1) return;
        if (this.#hasRoom(isRequest) && this.#isWorthAnother(pool, isRequest)) {
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

  /** An environment that can begin at once: an idle one, or the first of its function. */
  #free(pool: Pool, isRequest: boolean): FunctionEnvironment | undefined {
    if (!this.#hasRoom(isRequest)) return undefined;
    for (const environment of pool.all) if (environment.ended) pool.all.delete(environment);
    const idle = [...pool.all].find(({ isBusy }) => !isBusy);
    if (idle === undefined) return pool.all.size === 0 ? this.#start(pool, isRequest) : undefined;
    return this.#taken(idle);
  }

  #taken(environment: FunctionEnvironment): FunctionEnvironment {
    environment.take();
    this.#running += 1;
    return environment;
  }

  #isWorthAnother({ all }: Pool, isRequest: boolean): boolean {
    if (all.size >= this.#bounds.ofOneFunction) return false;
    const slowness = this.#slowness();
    const patienceMs = (isRequest ? PATIENCE_MS : BACKGROUND_PATIENCE_MS) * 2 ** (all.size - 1) * slowness;
    const environments = [...all];
    return (
      environments.every(({ busyMs }) => busyMs >= patienceMs) ||
      environments.every(({ busyMs, isWaiting }) => busyMs >= MAX_PATIENCE_MS * slowness && isWaiting)
    );
  }

  #hasRoom(isRequest: boolean): boolean {
    const { together, forRequests } = this.#bounds;
    return this.#running < together + (isRequest ? forRequests : 0);
  }

  #giveBack(environment: FunctionEnvironment): void {
    this.#running -= 1;
    environment.giveBack();
    for (const isRequest of [true, false]) {
      for (const pool of this.#pools.values()) if (pool.waiting.length > 0) this.#serve(pool, isRequest);
    }
  }

  /** Lets what waits for a function begin, as far as it can. */
  #serve(pool: Pool, isRequest: boolean): void {
    for (;;) {
      const place = pool.waiting.findIndex((entry) => entry.isRequest === isRequest);
      const free = place === -1 ? undefined : this.#free(pool, isRequest);
      if (free === undefined) return;
      const [entry] = pool.waiting.splice(place, 1);
      entry!.turn(free);
    }
  }

  #start(pool: Pool, isRequest: boolean): FunctionEnvironment {
    const { settings } = pool;
    const thread = this.#threads.for(settings.memoryMb, !isRequest);
    const environment = new FunctionEnvironment(settings, this.#surroundingsOf(settings.name), thread);
    pool.all.add(environment);
    return this.#taken(environment);
  }
}
