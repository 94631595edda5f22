/**
 * Runs inside a function's worker thread: moves `Date` by the skipped time of the local clock, loads the
 * handler and answers invocations. Imports only types and Node's own modules, so that a function starts fast.
 */
import { enableCompileCache, syncBuiltinESMExports } from 'node:module';
import { constants, getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import zlib from 'node:zlib';
import type {
  EndMessage,
  InvokeMessage,
  ThrownError,
  WorkerMessage,
  WorkerSetup,
} from './worker-messages.ts';

type Handler = (event: unknown, context: unknown) => unknown;

/** Node's codes for a missing module: of an ES module and of a CommonJS one. */
const MISSING_MODULE = new Set<unknown>(['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND']);

/** Added to the niceness of background threads: they get a tenth of the time of a thread that a request waits for. */
const BACKGROUND_NICENESS = 10;

const setup = workerData as WorkerSetup;
const port = parentPort!;

// On AWS, one organization's background work takes no processor from another's requests; here they share two cores.
// Only on Linux is the priority that of the thread; elsewhere it would be that of the whole process.
if (setup.isBackground && process.platform === 'linux') {
  setPriority(Math.min(getPriority() + BACKGROUND_NICENESS, constants.priority.PRIORITY_LOW));
}

moveDate(new BigInt64Array(setup.skippedMs));
guardStreams(new Int32Array(setup.streamLock));

process.on('unhandledRejection', (reason) => {
  const error = new Error(reason instanceof Error ? `${reason.name}: ${reason.message}` : String(reason));
  error.name = 'Runtime.UnhandledPromiseRejection';
  throw error;
});

// A third of the time in which a function is loaded; what an invocation compiles is kept as well.
enableCompileCache(setup.compiled);

const handler = await load();
if (handler !== undefined) {
  port.on('message', (message: InvokeMessage | EndMessage) => {
    if ('end' in message) process.exit();
    void answer(handler, message);
  });
  send({ kind: 'ready' });
}

async function load(): Promise<Handler | undefined> {
  try {
    const module = (await import(setup.moduleUrl)) as Record<string, unknown>;
    const found = module[setup.exportName];
    if (typeof found === 'function') return found as Handler;
    const errorMessage = `${setup.handler} is undefined or not exported`;
    send({ kind: 'broken', error: { errorType: 'Runtime.HandlerNotFound', errorMessage, trace: [] } });
  } catch (error) {
    const described = describe(error);
    const missing = MISSING_MODULE.has((error as { code?: unknown } | null)?.code);
    send({
      kind: 'broken',
      error: missing ? { ...described, errorType: 'Runtime.ImportModuleError' } : described,
    });
  }
  return undefined;
}

async function answer(handle: Handler, { id, event, remainingMs }: InvokeMessage): Promise<void> {
  const endsAt = performance.now() + remainingMs;
  const context = {
    callbackWaitsForEmptyEventLoop: true,
    functionName: setup.functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: setup.functionArn,
    memoryLimitInMB: String(setup.memoryMb),
    awsRequestId: id,
    logGroupName: setup.logGroupName,
    logStreamName: setup.logStreamName,
    getRemainingTimeInMillis: () => Math.max(0, Math.round(endsAt - performance.now())),
  };
  try {
    const result = await handle(JSON.parse(event), context);
    send({ kind: 'returned', id, payload: stringify(result) });
  } catch (error) {
    send({ kind: 'threw', id, error: describe(error) });
  }
}

function stringify(result: unknown): string {
  try {
    return JSON.stringify(result) ?? 'null';
  } catch (error) {
    const marshalError = new Error(`Unable to stringify response body: ${describe(error).errorMessage}`);
    marshalError.name = 'Runtime.MarshalError';
    throw marshalError;
  }
}

function describe(error: unknown): ThrownError {
  if (error instanceof Error) {
    return {
      errorType: error.name,
      errorMessage: error.message,
      trace: (error.stack ?? `${error.name}: ${error.message}`).split('\n'),
    };
  }
  return { errorType: typeof error, errorMessage: String(error), trace: [] };
}

function send(message: WorkerMessage): void {
  port.postMessage(message);
}

/** Replaces the global `Date` so that reading the machine's clock adds the skipped time. */
function moveDate(skippedMs: BigInt64Array): void {
  const MachineDate = Date;
  const machineNow = Date.now;
  const now = () => machineNow() + Number(Atomics.load(skippedMs, 0));
  MachineDate.now = now;
  const MovedDate = new Proxy(MachineDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    apply: () => new MachineDate(now()).toString(),
  });
  MachineDate.prototype.constructor = MovedDate;
  globalThis.Date = MovedDate;
}

/**
 * Makes everything of zlib that creates streams hold the lock while it does. Once the thread is ending, such a call
 * waits for the end. The bits are those of `worker-messages.ts`, of which this file imports only types.
 */
function guardStreams(lock: Int32Array): void {
  const [free, createsStream, isEnding] = [0, 1, 2];
  const guarded = <Result>(create: () => Result): Result => {
    const before = Atomics.compareExchange(lock, 0, free, createsStream);
    if (before === isEnding) Atomics.wait(lock, 0, isEnding);
    // A call of zlib within another one.
    if (before !== free) return create();
    try {
      return create();
    } finally {
      Atomics.and(lock, 0, ~createsStream);
    }
  };
  for (const [name, value] of Object.entries(zlib)) {
    if (typeof value !== 'function') continue;
    const proxy = new Proxy(value as new (...given: unknown[]) => object, {
      apply: (target, self, given) => guarded(() => Reflect.apply(target, self, given)),
      construct: (target, given, made) => guarded(() => Reflect.construct(target, given, made)),
    });
    Object.defineProperty(zlib, name, { value: proxy, configurable: true, enumerable: true });
  }
  syncBuiltinESMExports();
}
