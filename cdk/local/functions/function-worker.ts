import { randomUUID } from 'node:crypto';
import type { EventLoopUtilization } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import { COMPILED } from '../node-process.mjs';
import type { InvocationResult } from '../ports.ts';
import type { FunctionSettings } from './function-settings.ts';
import { workerEnvironment } from './worker-environment.ts';
import {
  CREATES_STREAM,
  type EndMessage,
  type InvokeMessage,
  IS_ENDING,
  type ThrownError,
  type WorkerMessage,
  type WorkerSetup,
} from './worker-messages.ts';
import { workerScript } from './worker-script.ts';

/** What a worker shares with the rest of the local cloud. */
export interface WorkerSurroundings {
  readonly endpoint: string;
  readonly skippedMs: SharedArrayBuffer;
  /** Nobody waits for its invocations. */
  readonly isBackground: boolean;
  /** By how much time limits are multiplied at present; 1 if absent. */
  readonly slowness?: (() => number) | undefined;
  /** Receives the output of the function. */
  print(text: string): void;
}

interface InFlight {
  readonly finish: (result: InvocationResult) => void;
  readonly timer: NodeJS.Timeout;
  readonly startedAt: number;
  readonly load: EventLoopUtilization;
}

/** Longest loading time of a module, in ms: AWS gives 10 s, a busy laptop needs more. */
const INIT_LIMIT_MS = 30_000;

/** Time for a thread to end by itself before it is terminated, in ms. */
const END_LIMIT_MS = 1_000;

/** Interval at which a thread is asked whether it has created its stream, in ms. */
const STREAM_PAUSE_MS = 1;

/** Young generation of a worker in MB, in addition to the function's memory, which limits live objects. */
const YOUNG_GENERATION_MB = 16;

/** A thread that is at work for less than this share of the time is waiting on others. */
const MOSTLY_WAITING = 0.2;

/** Largest payload of a synchronous invocation of Lambda in each direction, in bytes. */
export const PAYLOAD_LIMIT = 6 * 1024 * 1024;

/** One execution environment: a worker thread with the function loaded, running one invocation at a time. */
export class FunctionWorker {
  readonly #settings: FunctionSettings;
  readonly #surroundings: WorkerSurroundings;
  readonly #worker: Worker;
  readonly #ready: Promise<ThrownError | undefined>;
  readonly #exited: Promise<unknown>;
  readonly #streamLock = new Int32Array(new SharedArrayBuffer(4));
  #inFlight: InFlight | undefined;
  #requestId = '';
  #ended = false;
  #resolveReady: (broken: ThrownError | undefined) => void = () => undefined;

  constructor(settings: FunctionSettings, surroundings: WorkerSurroundings) {
    this.#settings = settings;
    this.#surroundings = surroundings;
    const logStreamName = `local/[$LATEST]${randomUUID().replaceAll('-', '')}`;
    const setup: WorkerSetup = {
      moduleUrl: settings.moduleUrl,
      exportName: settings.exportName,
      handler: settings.handler,
      skippedMs: surroundings.skippedMs,
      streamLock: this.#streamLock.buffer,
      compiled: COMPILED,
      functionName: settings.name,
      functionArn: settings.arn,
      memoryMb: settings.memoryMb,
      isBackground: surroundings.isBackground,
      logGroupName: settings.logGroupName,
      logStreamName,
    };
    this.#ready = new Promise((resolve) => {
      this.#resolveReady = resolve;
    });
    const slowness = surroundings.slowness?.() ?? 1;
    const initTimer = setTimeout(() => {
      this.#crash({
        errorType: 'Sandbox.Timedout',
        errorMessage: `Init phase timed out after ${((INIT_LIMIT_MS * slowness) / 1000).toFixed(0)} seconds`,
        trace: [],
      });
    }, INIT_LIMIT_MS * slowness);
    void this.#ready.then(() => clearTimeout(initTimer));
    this.#worker = new Worker(workerScript(), {
      name: settings.name,
      workerData: setup,
      env: { ...workerEnvironment(settings, surroundings.endpoint, logStreamName) },
      // The function must not see flags of the surrounding process (a test runner's loaders).
      execArgv: [],
      argv: [],
      stdout: true,
      stderr: true,
      resourceLimits: {
        maxOldGenerationSizeMb: settings.memoryMb,
        maxYoungGenerationSizeMb: YOUNG_GENERATION_MB,
      },
    });
    this.#exited = new Promise((resolve) => this.#worker.once('exit', resolve));
    this.#worker.stdout.setEncoding('utf8').on('data', (text: string) => surroundings.print(text));
    this.#worker.stderr.setEncoding('utf8').on('data', (text: string) => surroundings.print(text));
    this.#worker.on('message', (message: WorkerMessage) => this.#receive(message));
    this.#worker.on('error', (error: unknown) => this.#crash(describeCrash(error)));
    this.#worker.on('exit', (code) =>
      this.#crash({
        errorType: 'Runtime.ExitError',
        errorMessage: `RequestId: ${this.#requestId} Error: Runtime exited with error: exit status ${code}`,
        trace: [],
      }),
    );
  }

  /** Duration of the current invocation in ms; 0 when there is none. */
  get busyMs(): number {
    return this.#inFlight === undefined ? 0 : performance.now() - this.#inFlight.startedAt;
  }

  /** True while the current invocation mostly waits on others. */
  get isWaiting(): boolean {
    if (this.#inFlight === undefined || this.#ended) return false;
    return this.#load(this.#inFlight.load).utilization < MOSTLY_WAITING;
  }

  #load(since?: EventLoopUtilization): EventLoopUtilization {
    return this.#worker.performance.eventLoopUtilization(since);
  }

  /** True once the worker cannot run anything any more. */
  get ended(): boolean {
    return this.#ended;
  }

  /** Runs one invocation. The caller waits for it before the next one. */
  async invoke(requestId: string, event: string): Promise<InvocationResult> {
    this.#requestId = requestId;
    const broken = await this.#ready;
    if (broken !== undefined) {
      await this.end();
      return { ok: false, ...broken };
    }
    const timeoutMs = Math.round(this.#settings.timeoutMs * (this.#surroundings.slowness?.() ?? 1));
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        const errorMessage = `${requestId} Task timed out after ${(timeoutMs / 1000).toFixed(2)} seconds`;
        this.#crash({ errorType: 'Sandbox.Timedout', errorMessage, trace: [] });
      }, timeoutMs);
      this.#inFlight = { finish: resolve, timer, startedAt: performance.now(), load: this.#load() };
      const message: InvokeMessage = { id: requestId, event, remainingMs: timeoutMs };
      this.#worker.postMessage(message);
    });
  }

  /** Ends the thread, whatever it is doing. */
  async end(): Promise<void> {
    this.#ended = true;
    this.#resolveReady({
      errorType: 'Sandbox.Stopped',
      errorMessage: 'the local cloud has stopped',
      trace: [],
    });
    this.#settle({
      ok: false,
      errorType: 'Sandbox.Stopped',
      errorMessage: 'the local cloud has stopped',
      trace: [],
    });
    await this.#stop();
  }

  /** Asks the thread to end. One that does not get to it, such as in an endless loop, is terminated. */
  async #stop(): Promise<void> {
    const message: EndMessage = { end: true };
    this.#worker.postMessage(message);
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

  #receive(message: WorkerMessage): void {
    switch (message.kind) {
      case 'ready':
        this.#resolveReady(undefined);
        break;
      case 'broken':
        this.#resolveReady(message.error);
        break;
      case 'returned':
        if (message.id === this.#requestId) this.#settle(readPayload(message.payload));
        break;
      case 'threw':
        if (message.id === this.#requestId) this.#settle({ ok: false, ...message.error });
        break;
    }
  }

  #crash(error: ThrownError): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#resolveReady(error);
    this.#settle({ ok: false, ...error });
    void this.#stop();
  }

  #settle(result: InvocationResult): void {
    const inFlight = this.#inFlight;
    if (inFlight === undefined) return;
    this.#inFlight = undefined;
    clearTimeout(inFlight.timer);
    if (!result.ok) this.#report(result);
    inFlight.finish(result);
  }

  #report({ errorType, errorMessage, trace }: ThrownError): void {
    this.#surroundings.print(
      `${JSON.stringify({ level: 'ERROR', requestId: this.#requestId, errorType, errorMessage, trace })}\n`,
    );
  }
}

function readPayload(text: string): InvocationResult {
  if (Buffer.byteLength(text) <= PAYLOAD_LIMIT) return { ok: true, payload: JSON.parse(text) };
  return {
    ok: false,
    errorType: 'Function.ResponseSizeTooLarge',
    errorMessage: `Response payload size exceeded maximum allowed payload size (${PAYLOAD_LIMIT} bytes).`,
    trace: [],
  };
}

/** The error that stopped the thread; anything can be thrown. */
function describeCrash(error: unknown): ThrownError {
  if (!(error instanceof Error)) return { errorType: typeof error, errorMessage: String(error), trace: [] };
  if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return { errorType: 'Runtime.OutOfMemory', errorMessage: error.message, trace: [] };
  }
  return { errorType: error.name, errorMessage: error.message, trace: (error.stack ?? '').split('\n') };
}
