import { randomUUID } from 'node:crypto';
import type { EventLoopUtilization } from 'node:perf_hooks';
import type { InvocationResult } from '../ports.ts';
import type { FunctionSettings } from './function-settings.ts';
import type { FunctionThread, Resident } from './function-thread.ts';
import { functionVariables } from './function-variables.ts';
import type { EnvironmentNews, ThrownError } from './worker-messages.ts';

/** What an environment shares with the rest of the local cloud. */
export interface EnvironmentSurroundings {
  readonly endpoint: string;
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

/** A thread that is at work for less than this share of the time is waiting on others. */
const MOSTLY_WAITING = 0.2;

/** Largest payload of a synchronous invocation of Lambda in each direction, in bytes. */
export const PAYLOAD_LIMIT = 6 * 1024 * 1024;

/** One execution environment: a function that is loaded in a thread and runs one invocation at a time. */
export class FunctionEnvironment implements Resident {
  readonly thread: FunctionThread;
  readonly #settings: FunctionSettings;
  readonly #surroundings: EnvironmentSurroundings;
  readonly #number: number;
  readonly #ready: Promise<ThrownError | undefined>;
  #inFlight: InFlight | undefined;
  #isTaken = false;
  #requestId = '';
  #ended = false;
  #resolveReady: (broken: ThrownError | undefined) => void = () => undefined;

  constructor(settings: FunctionSettings, surroundings: EnvironmentSurroundings, thread: FunctionThread) {
    this.#settings = settings;
    this.#surroundings = surroundings;
    this.thread = thread;
    this.#ready = new Promise((resolve) => {
      this.#resolveReady = resolve;
    });
    const limitMs = INIT_LIMIT_MS * (surroundings.slowness?.() ?? 1);
    const initTimer = setTimeout(() => {
      this.#crash({
        errorType: 'Sandbox.Timedout',
        errorMessage: `Init phase timed out after ${(limitMs / 1000).toFixed(0)} seconds`,
        trace: [],
      });
    }, limitMs);
    void this.#ready.then(() => clearTimeout(initTimer));
    const logStreamName = `local/[$LATEST]${randomUUID().replaceAll('-', '')}`;
    this.#number = thread.add(this, {
      moduleUrl: settings.moduleUrl,
      exportName: settings.exportName,
      handler: settings.handler,
      functionName: settings.name,
      functionArn: settings.arn,
      memoryMb: settings.memoryMb,
      logGroupName: settings.logGroupName,
      logStreamName,
      variables: functionVariables(settings, surroundings.endpoint, logStreamName),
    });
  }

  /** True from the moment when it is taken for an invocation. */
  get isBusy(): boolean {
    return this.#isTaken && !this.#ended;
  }

  /** Duration of the current invocation in ms; 0 when there is none. */
  get busyMs(): number {
    return this.#inFlight === undefined ? 0 : performance.now() - this.#inFlight.startedAt;
  }

  /** True while the current invocation mostly waits on others. */
  get isWaiting(): boolean {
    if (this.#inFlight === undefined || this.#ended) return false;
    return this.thread.load(this.#inFlight.load).utilization < MOSTLY_WAITING;
  }

  /** True once it cannot run anything any more. */
  get ended(): boolean {
    return this.#ended || !this.thread.isOpen;
  }

  /** Takes it for one invocation, which `invoke` runs; `giveBack` ends that. */
  take(): void {
    this.#isTaken = true;
  }

  giveBack(): void {
    this.#isTaken = false;
    this.thread.rest();
  }

  /** Runs one invocation. The caller waits for it before the next one. */
  async invoke(requestId: string, event: string): Promise<InvocationResult> {
    this.#requestId = requestId;
    const broken = await this.#ready;
    if (broken !== undefined) {
      this.#ended = true;
      return { ok: false, ...broken };
    }
    const timeoutMs = Math.round(this.#settings.timeoutMs * (this.#surroundings.slowness?.() ?? 1));
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        const errorMessage = `${requestId} Task timed out after ${(timeoutMs / 1000).toFixed(2)} seconds`;
        this.#crash({ errorType: 'Sandbox.Timedout', errorMessage, trace: [] });
      }, timeoutMs);
      this.#inFlight = { finish: resolve, timer, startedAt: performance.now(), load: this.thread.load() };
      this.thread.post({ invoke: this.#number, id: requestId, event, remainingMs: timeoutMs });
    });
  }

  receive(news: EnvironmentNews): void {
    switch (news.kind) {
      case 'ready':
        this.#resolveReady(undefined);
        break;
      case 'broken':
        this.#resolveReady(news.error);
        break;
      case 'returned':
        if (news.id === this.#requestId) this.#settle(readPayload(news.payload));
        break;
      case 'threw':
        if (news.id === this.#requestId) this.#settle({ ok: false, ...news.error });
        break;
      case 'printed':
        this.#surroundings.print(news.text);
        break;
      case 'crashed':
        this.#crash(news.error);
        break;
      case 'exited':
        this.#crash({
          errorType: 'Runtime.ExitError',
          errorMessage: `RequestId: ${this.#requestId} Error: Runtime exited with error: exit status ${news.code}`,
          trace: [],
        });
        break;
    }
  }

  lose(error: ThrownError): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#resolveReady(error);
    this.#settle({ ok: false, ...error });
  }

  #crash(error: ThrownError): void {
    this.lose(error);
    this.thread.condemn();
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
