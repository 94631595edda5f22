import { FunctionThread, type ThreadSurroundings } from './function-thread.ts';

/** Bounds on the threads that functions run in. */
export interface ThreadBounds {
  /** Threads for functions that requests wait for, and as many for the others. */
  readonly ofAKind: number;
  /** A thread that has had nothing to do for this long ends. Milliseconds. */
  readonly idleMs: number;
}

/**
 * A function with more memory than this computes for long and has a thread to itself. The limit of what the functions of
 * another thread keep in memory together. Megabytes.
 */
const SHARED_MEMORY_MB = 1_024;

/** The threads that functions share: started when they are needed, ended after some idle time. */
export class FunctionThreads {
  readonly #surroundings: Pick<ThreadSurroundings, 'skippedMs' | 'print'>;
  readonly #bounds: ThreadBounds;
  readonly #threads = new Set<FunctionThread>();
  #sweep: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(surroundings: Pick<ThreadSurroundings, 'skippedMs' | 'print'>, bounds: ThreadBounds) {
    this.#surroundings = surroundings;
    this.#bounds = bounds;
  }

  /** Number of threads. */
  get count(): number {
    return this.#open().length;
  }

  /** A thread for one more environment of a function. */
  for(memoryMb: number, isBackground: boolean): FunctionThread {
    this.#sweepLater();
    if (memoryMb > SHARED_MEMORY_MB) return this.#start({ isShared: false, memoryMb, isBackground });
    const ofKind = this.#open().filter((thread) => thread.isShared && thread.isBackground === isBackground);
    const calmest = ofKind.toSorted((one, other) => one.running - other.running)[0];
    return calmest === undefined || (calmest.running > 0 && ofKind.length < this.#bounds.ofAKind)
      ? this.#start({ isShared: true, memoryMb: SHARED_MEMORY_MB, isBackground })
      : calmest;
  }

  /** Ends every thread. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#sweep);
    await Promise.all([...this.#threads].map((thread) => thread.end()));
  }

  #start(kind: Omit<ThreadSurroundings, 'skippedMs' | 'print'>): FunctionThread {
    const thread = new FunctionThread({ ...this.#surroundings, ...kind });
    this.#threads.add(thread);
    return thread;
  }

  #open(): readonly FunctionThread[] {
    return [...this.#threads].filter(({ isOpen }) => isOpen);
  }

  #sweepLater(): void {
    if (this.#sweep !== undefined || this.#stopped) return;
    this.#sweep = setTimeout(() => {
      this.#sweep = undefined;
      for (const thread of this.#threads) {
        if (thread.restingMs >= this.#bounds.idleMs) void thread.end();
        if (!thread.isOpen && thread.running === 0) this.#threads.delete(thread);
      }
      if (this.#threads.size > 0) this.#sweepLater();
    }, this.#bounds.idleMs / 2);
    this.#sweep.unref();
  }
}
