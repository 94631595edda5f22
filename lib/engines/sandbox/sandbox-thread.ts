import { parentPort, workerData } from 'node:worker_threads';
import { type JSValueHandle, QuickJS } from 'quickjs-wasi';
import { type ThreadAnswer, type ThreadMessage, type ThreadTask, tooLong } from './sandbox-limits.ts';

/** Hides the functions of the host and leaves `api` and `console`, frozen. */
const PRELUDE = `((call, log, names) => {
  const { parse, stringify } = JSON;
  const { defineProperty, freeze, create } = Object;
  const PlainError = Error;
  const api = create(null);
  for (const name of parse(names)) {
    api[name] = freeze(async (given = {}) => {
      const answer = parse(await call(name, stringify(given) ?? '{}'));
      if (!answer.error) return answer.value;
      const error = new PlainError(answer.error.message);
      error.code = answer.error.code;
      error.details = answer.error.details;
      throw error;
    });
  }
  const show = (...values) => {
    log(values.map((one) => (typeof one === 'string' ? one : stringify(one) ?? String(one))).join(' '));
  };
  const fixed = (name, value) => defineProperty(globalThis, name, { value: freeze(value), enumerable: true });
  fixed('api', api);
  fixed('console', { log: show, info: show, warn: show, error: show });
})`;

const MAX_PROBLEM = 2_000;

const port = parentPort!;
const { interpreter, code, names, limits } = workerData as ThreadTask;
const endsAt = performance.now() + limits.milliseconds;
const isOver = () => performance.now() >= endsAt;
const say = (message: ThreadMessage) => port.postMessage(message);

const awaited = new Map<number, (json: string) => void>();
let calls = 0;
let characters = 0;
/** Set once, by whichever limit is reached first. */
let stop: string | undefined;
let wake: () => void = () => undefined;

port.on('message', ({ id, json }: ThreadAnswer) => {
  const settle = awaited.get(id);
  awaited.delete(id);
  settle?.(json);
  wake();
});

const vm = await QuickJS.create({
  wasm: interpreter,
  memoryLimit: limits.memoryBytes,
  maxStackSize: limits.stackBytes,
  interruptHandler: isOver,
});
const outcome = await run().catch((error: unknown) => ({ problem: stop ?? problemOf(error) }));
say({ kind: 'end', ...outcome, calls });
port.close();

async function run(): Promise<{ readonly json: string } | { readonly problem: string }> {
  const prelude = vm.evalCode(PRELUDE);
  const hostNames = vm.newString(JSON.stringify(names));
  vm.callFunction(
    prelude,
    vm.undefined,
    vm.newFunction('call', hostCall),
    vm.newFunction('log', hostLog),
    hostNames,
  );
  const promise = vm.evalCode(
    `(async () => {\n${code}\n})().then((value) => JSON.stringify(value) ?? 'null')`,
  );
  vm.executePendingJobs();
  while (promise.promiseState === 0 && stop === undefined && !isOver()) {
    if (awaited.size === 0) {
      halt('The block waits for something that never happens: it can only wait for calls of the API.');
      break;
    }
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, Math.max(1, endsAt - performance.now()));
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
  if (isOver()) halt(tooLong(limits));
  if (stop !== undefined) return { problem: stop };
  const settled = await vm.resolvePromise(promise);
  if ('error' in settled) return { problem: describe(settled.error) };
  const json = settled.value.toString();
  if (json.length + characters <= limits.outputCharacters) return { json };
  return {
    problem: `The result has ${json.length} characters, and result and log together can have ${limits.outputCharacters}. Return less.`,
  };
}

function hostCall(...given: JSValueHandle[]): JSValueHandle {
  const [name = '', json = ''] = given.map((one) => one.toString());
  const deferred = vm.newPromise();
  calls += 1;
  if (calls > limits.calls) {
    halt(`The block made more than ${limits.calls} calls of the API. Split it.`);
    return deferred.handle;
  }
  const id = calls;
  awaited.set(id, (answer) => {
    try {
      deferred.resolve(vm.newString(answer));
      vm.executePendingJobs();
    } catch (error) {
      halt(problemOf(error));
    }
  });
  say({ kind: 'call', id, name, json });
  return deferred.handle;
}

function hostLog(...given: JSValueHandle[]): JSValueHandle {
  const text = given[0]?.toString() ?? '';
  characters += text.length;
  if (characters > limits.outputCharacters) {
    halt(`The block wrote more than ${limits.outputCharacters} characters.`);
    // It may catch this, but then its time expires.
    throw new Error(stop);
  }
  say({ kind: 'log', text });
  return vm.undefined;
}

function halt(why: string): void {
  stop ??= why;
  wake();
}

function problemOf(error: unknown): string {
  if (isOver()) return tooLong(limits);
  const text = error instanceof Error ? error.message : String(error);
  return text.slice(0, MAX_PROBLEM) || 'The block failed.';
}

/** An error of the code as it would be printed. */
function describe(error: JSValueHandle): string {
  try {
    const shown = vm.dump(error) as unknown;
    if (shown instanceof Error) return `${shown.name}: ${shown.message}`.slice(0, MAX_PROBLEM);
    if (typeof shown === 'object' && shown !== null) {
      const { name, message, code: ofError } = shown as Readonly<Record<string, unknown>>;
      const title = [name, ofError, message].filter((part) => part !== undefined).join(': ');
      return (title || JSON.stringify(shown)).slice(0, MAX_PROBLEM);
    }
    return String(shown).slice(0, MAX_PROBLEM);
  } catch {
    return 'The block failed.';
  }
}
