/**
 * Runs inside a thread of functions: moves `Date` by the skipped time of the local clock, loads functions and answers
 * invocations. A thread has several functions, which share the modules that they have in common and what Node has
 * compiled of them; each has its own variables and its own output. Imports only types and Node's own modules, so that a
 * thread starts fast.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire, enableCompileCache, Module, syncBuiltinESMExports } from 'node:module';
import { constants, getPriority, setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import zlib from 'node:zlib';
import type {
  EnvironmentNews,
  EnvironmentSetup,
  InvokeMessage,
  LoadMessage,
  ThreadMessage,
  ThreadSetup,
  ThrownError,
} from './worker-messages.ts';

type Handler = (event: unknown, context: unknown) => unknown;

/** A function in this thread. */
interface Environment {
  readonly number: number;
  readonly setup: EnvironmentSetup;
  /** Undefined until it is loaded. */
  handler: Handler | undefined;
}

/** Node's codes for a missing module: of an ES module and of a CommonJS one. */
const MISSING_MODULE = new Set<unknown>(['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND']);

/** Added to the niceness of background threads: they get a tenth of the time of a thread that a request waits for. */
const BACKGROUND_NICENESS = 10;

const setup = workerData as ThreadSetup;
const port = parentPort!;
const require = createRequire('file:///');
const environments = new Map<number, Environment>();
/** The environment whose code runs, also in what it began and did not wait for. */
const current = new AsyncLocalStorage<Environment>();
/** How often each module has been loaded. */
const loads = new Map<string, number>();

// On AWS, one organization's background work takes no processor from another's requests; here they share two cores.
// Only on Linux is the priority that of the thread; elsewhere it would be that of the whole process.
if (setup.isBackground && process.platform === 'linux') {
  setPriority(Math.min(getPriority() + BACKGROUND_NICENESS, constants.priority.PRIORITY_LOW));
}

moveDate(new BigInt64Array(setup.skippedMs));
guardStreams(new Int32Array(setup.streamLock));
separateVariables();
separateOutput();

process.on('uncaughtException', (error: unknown) => crash(describe(error), error));
process.on('unhandledRejection', (reason) => {
  const errorMessage = reason instanceof Error ? `${reason.name}: ${reason.message}` : String(reason);
  const { trace } = describe(reason);
  crash({ errorType: 'Runtime.UnhandledPromiseRejection', errorMessage, trace }, reason);
});
const exit = process.exit.bind(process);
process.exit = (code) => {
  const environment = current.getStore();
  if (environment === undefined) return exit(code);
  send(environment, { kind: 'exited', code: Number(code ?? 0) });
  throw new Error('The function has ended itself.');
};

// A third of the time in which a function is loaded; what an invocation compiles is kept as well.
enableCompileCache(setup.compiled);

port.on('message', (message: ThreadMessage) => {
  if ('end' in message) exit();
  else if ('load' in message) void load(message);
  else void answer(environments.get(message.invoke)!, message);
});

/** An error that no code waits for ends the environment from which it comes; the thread, if that is not known. */
function crash(error: ThrownError, thrown: unknown): void {
  const environment = current.getStore();
  if (environment === undefined) throw thrown;
  send(environment, { kind: 'crashed', error });
}

async function load({ load: number, setup: given }: LoadMessage): Promise<void> {
  const environment: Environment = { number, setup: given, handler: undefined };
  environments.set(number, environment);
  try {
    const module = await current.run(environment, () => loaded(given.moduleUrl));
    const found = module[given.exportName];
    if (typeof found === 'function') {
      environment.handler = found as Handler;
      send(environment, { kind: 'ready' });
      return;
    }
    const errorMessage = `${given.handler} is undefined or not exported`;
    send(environment, {
      kind: 'broken',
      error: { errorType: 'Runtime.HandlerNotFound', errorMessage, trace: [] },
    });
  } catch (error) {
    const described = describe(error);
    const missing = MISSING_MODULE.has((error as { code?: unknown } | null)?.code);
    send(environment, {
      kind: 'broken',
      error: missing ? { ...described, errorType: 'Runtime.ImportModuleError' } : described,
    });
  }
}

/** The module, a new one each time: two environments of a function have nothing of it in common. */
async function loaded(moduleUrl: string): Promise<Readonly<Record<string, unknown>>> {
  const time = loads.get(moduleUrl) ?? 0;
  loads.set(moduleUrl, time + 1);
  return moduleUrl.endsWith('.cjs')
    ? loadedOwn(fileURLToPath(moduleUrl))
    : import(time === 0 ? moduleUrl : `${moduleUrl}?${time}`);
}

/** A CommonJS module with files beside it that it loads later: those are its own too. */
function loadedOwn(entry: string): Readonly<Record<string, unknown>> {
  const modules = new Map<string, NodeModule>();
  const load = (path: string): unknown => {
    const known = modules.get(path);
    if (known) return known.exports;
    const module = new Module(path);
    modules.set(path, module);
    module.require = ((id: string) =>
      id.startsWith('./') ? load(join(dirname(path), id)) : require(id)) as NodeJS.Require;
    (module as NodeModule & { load(path: string): void }).load(path);
    return module.exports;
  };
  return load(entry) as Readonly<Record<string, unknown>>;
}

async function answer(environment: Environment, { id, event, remainingMs }: InvokeMessage): Promise<void> {
  const { setup: of, handler } = environment;
  const endsAt = performance.now() + remainingMs;
  const context = {
    callbackWaitsForEmptyEventLoop: true,
    functionName: of.functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: of.functionArn,
    memoryLimitInMB: String(of.memoryMb),
    awsRequestId: id,
    logGroupName: of.logGroupName,
    logStreamName: of.logStreamName,
    getRemainingTimeInMillis: () => Math.max(0, Math.round(endsAt - performance.now())),
  };
  try {
    const result = await current.run(environment, () => handler!(JSON.parse(event), context));
    send(environment, { kind: 'returned', id, payload: stringify(result) });
  } catch (error) {
    send(environment, { kind: 'threw', id, error: describe(error) });
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

function send({ number }: Environment, news: EnvironmentNews): void {
  port.postMessage({ ...news, of: number });
}

/** Gives every environment its own variables, and code of none of them no variables. */
function separateVariables(): void {
  const none: Record<string, string> = {};
  const variables = () => (current.getStore()?.setup.variables ?? none) as Record<string, string>;
  process.env = new Proxy(none, {
    get: (_, name) => Reflect.get(variables(), name),
    has: (_, name) => Reflect.has(variables(), name),
    set: (_, name, value) => Reflect.set(variables(), name, String(value)),
    deleteProperty: (_, name) => Reflect.deleteProperty(variables(), name),
    ownKeys: () => Reflect.ownKeys(variables()),
    getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(variables(), name),
  });
}

/** Sends what is written to the two streams to the log of the environment that writes it. */
function separateOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream) as (chunk: unknown, ...rest: unknown[]) => boolean;
    stream.write = (chunk: unknown, ...rest: unknown[]) => {
      const environment = current.getStore();
      if (environment === undefined) return write(chunk, ...rest);
      send(environment, {
        kind: 'printed',
        text: typeof chunk === 'string' ? chunk : Buffer.from(chunk as Uint8Array).toString(),
      });
      const written = rest.at(-1);
      if (typeof written === 'function') queueMicrotask(() => written());
      return true;
    };
  }
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
