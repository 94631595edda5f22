import type { EventLoopUtilization } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import { COMPILED } from '../node-process.mjs';
import {
  CREATES_STREAM,
  type EnvironmentNews,
  type EnvironmentSetup,
  IS_ENDING,
  type ThreadMessage,
  type ThreadSetup,
  type ThrownError,
  type WorkerMessage,
} from './worker-messages.ts';
import { workerScript } from './worker-script.ts';

/** What a thread shares with the rest of the local cloud. */
export interface ThreadSurroundings {
  readonly skippedMs: SharedArrayBuffer;
  /** Nobody waits for its invocations. */
  readonly isBackground: boolean;
  /** For any number of functions, not for one alone. */
  readonly isShared: boolean;
  /** Limit of what its functions keep in memory together. Megabytes. */
  readonly memoryMb: number;
  /** Receives output that belongs to no function. */
  print(text: string): void;
}

/** An environment as its thread sees it. */
export interface Resident {
  /** True while it runs an invocation. */
  readonly isBusy: boolean;
  receive(news: EnvironmentNews): void;
  /** The thread has ended, or is about to. */
  lose(error: ThrownError): void;
}

/** Time for a thread to end by itself before it is terminated, in ms. */
const END_LIMIT_MS = 1_000;

/** Interval at which a thread is asked whether it has created its stream, in ms. */
const STREAM_PAUSE_MS = 1;

/** Young generation of a thread in MB, in addition to its memory, which limits live objects. */
const YOUNG_GENERATION_MB = 16;

/** A thread in which functions are loaded and run. */
export class FunctionThread {
  readonly isBackground: boolean;
  readonly isShared: boolean;
  readonly #worker: Worker;
  readonly #exited: Promise<unknown>;
  readonly #streamLock = new Int32Array(new SharedArrayBuffer(4));
  readonly #residents: Resident[] = [];
  #state: 'open' | 'condemned' | 'ended' = 'open';
  #restingSince = performance.now();

  constructor({ skippedMs, isBackground, isShared, memoryMb, print }: ThreadSurroundings) {
    this.isBackground = isBackground;
    this.isShared = isShared;
    const setup: ThreadSetup = {
      skippedMs,
      streamLock: this.#streamLock.buffer,
      compiled: COMPILED,
      isBackground,
    };
    this.#worker = new Worker(workerScript(), {
      name: isBackground ? 'background' : 'requests',
      workerData: setup,
      env: {},
      // Functions must not see flags of the surrounding process (a test runner's loaders).
      execArgv: [],
      argv: [],
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    });
    this.#exited = new Promise((resolve) => this.#worker.once('exit', resolve));
    this.#worker.stdout.setEncoding('utf8').on('data', print);
    this.#worker.stderr.setEncoding('utf8').on('data', print);
    this.#worker.on('message', ({ of, ...news }: WorkerMessage) => this.#residents[of]?.receive(news));
    this.#worker.on('error', (error: unknown) => this.#lose(describeCrash(error)));
    this.#worker.on('exit', (code) =>
      this.#lose({
        errorType: 'Runtime.ExitError',
        errorMessage: `Error: Runtime exited with error: exit status ${code}`,
        trace: [],
      }),
    );
  }

  /** True while further environments and invocations may begin. */
  get isOpen(): boolean {
    return this.#state === 'open';
  }

  /** Number of invocations under way. */
  get running(): number {
    return this.#residents.filter(({ isBusy }) => isBusy).length;
  }

  /** For how long it has had nothing to do. Milliseconds. */
  get restingMs(): number {
    return this.running > 0 ? 0 : performance.now() - this.#restingSince;
  }

  /** How much of the time since then it was at work. */
  load(since?: EventLoopUtilization): EventLoopUtilization {
    return this.#worker.performance.eventLoopUtilization(since);
  }

  /** Loads a function; its number in the messages to the thread. */
  add(resident: Resident, setup: EnvironmentSetup): number {
    const load = this.#residents.push(resident) - 1;
    this.post({ load, setup });
    return load;
  }

  post(message: ThreadMessage): void {
    this.#worker.postMessage(message);
  }

  /** One of its environments has nothing to do any more. */
  rest(): void {
    this.#restingSince = performance.now();
    if (this.#state === 'condemned' && this.running === 0) void this.end();
  }

  /**
   * Begins nothing more, and ends when what is under way has ended: code of an environment that broke, or took too long,
   * can still run, and only the end of the thread ends that.
   */
  condemn(): void {
    if (this.#state === 'open') this.#state = 'condemned';
    this.rest();
  }

  /** Ends the thread, whatever it is doing: it is asked to, and terminated if it does not get to it, as in a loop. */
  async end(): Promise<void> {
    if (this.#state !== 'ended') {
      this.#state = 'ended';
      this.#lose({ errorType: 'Sandbox.Stopped', errorMessage: 'the local cloud has stopped', trace: [] });
      this.post({ end: true });
    }
    let timer = setTimeout(() => {
      Atomics.or(this.#streamLock, 0, IS_ENDING);
      const terminate = () => {
        if ((Atomics.load(this.#streamLock, 0) & CREATES_STREAM) === 0) void this.#worker.terminate();
        else timer = setTimeout(terminate, STREAM_PAUSE_MS);
      };
      terminate();
    }, END_LIMIT_MS);
    await this.#exited;
    clearTimeout(timer);
  }

  #lose(error: ThrownError): void {
    this.#state = 'ended';
    for (const resident of this.#residents) resident.lose(error);
  }
}

/** The error that stopped the thread; anything can be thrown. */
function describeCrash(error: unknown): ThrownError {
  if (!(error instanceof Error)) return { errorType: typeof error, errorMessage: String(error), trace: [] };
  if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return { errorType: 'Runtime.OutOfMemory', errorMessage: error.message, trace: [] };
  }
  return { errorType: error.name, errorMessage: error.message, trace: (error.stack ?? '').split('\n') };
}
