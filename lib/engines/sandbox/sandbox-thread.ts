import { parentPort, workerData } from 'node:worker_threads';
import { type JSValueHandle, QuickJS } from 'quickjs-wasi';
import {
  type ThreadAnswer,
  type ThreadMessage,
  type ThreadTask,
  tooLong,
  tooMuchOutput,
} from './sandbox-limits.ts';

const MAX_PROBLEM = 2_000;

/**
 * Hides the functions of the host and leaves `api` and `console`, frozen. Its value describes an error as it would be
 * printed, inside the interpreter: a thrown value may be as large as the memory.
 */
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
  return (error) => {
    const { name, code, message } = Object(error);
    const told = [name, error instanceof PlainError ? undefined : code, message].filter((part) => part !== undefined);
    const text = told.length > 0 ? told.join(': ') : typeof error === 'object' ? stringify(error) : String(error);
    return text.slice(0, ${MAX_PROBLEM});
  };
})`;

const port = parentPort!;
const { interpreter, code, names, limits } = workerData as ThreadTask;
const endsAt = performance.now() + limits.milliseconds;
const isOver = () => performance.now() >= endsAt;
const say = (message: ThreadMessage) => port.postMessage(message);

const awaited = new Map<number, (json: string) => void>();
let calls = 0;
let characters = 0;
let lines = 0;
let argumentCharacters = 0;
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
  const describe = vm.callFunction(
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
  if ('error' in settled) return { problem: described(describe, settled.error) };
  const length = lengthOf(settled.value);
  if (length + characters <= limits.outputCharacters) return { json: settled.value.toString() };
  return {
    problem: `The result has ${length} characters; result and log together can have at most ${limits.outputCharacters}. Return less.`,
  };
}

function hostCall(...given: JSValueHandle[]): JSValueHandle {
  const [name, json] = given;
  const deferred = vm.newPromise();
  calls += 1;
  if (calls > limits.calls) {
    halt(`The block made more than ${limits.calls} calls of the API. Split it.`);
    return deferred.handle;
  }
  const size = lengthOf(json);
  argumentCharacters += size;
  if (argumentCharacters > limits.argumentCharactersInAll) {
    halt(
      `The arguments of the calls have more than ${limits.argumentCharactersInAll} characters together. Split the block.`,
    );
    return deferred.handle;
  }
  if (size > limits.argumentCharacters) {
    const message = `The arguments have ${size} characters; a call takes at most ${limits.argumentCharacters}.`;
    deferred.resolve(vm.newString(JSON.stringify({ error: { code: 'VALIDATION_ERRORS', message } })));
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
  say({ kind: 'call', id, name: textOf(name), json: textOf(json) });
  return deferred.handle;
}

function hostLog(...given: JSValueHandle[]): JSValueHandle {
  lines += 1;
  characters += lengthOf(given[0]) + 1;
  if (characters > limits.outputCharacters || lines > limits.logLines) {
    halt(tooMuchOutput(limits));
    // It may catch this, but then its time expires.
    throw new Error(stop);
  }
  say({ kind: 'log', text: textOf(given[0]) });
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
function described(describe: JSValueHandle, error: JSValueHandle): string {
  try {
    const text = vm.callFunction(describe, vm.undefined, error);
    return lengthOf(text) <= MAX_PROBLEM ? textOf(text) : 'The block failed.';
  } catch {
    return isOver() ? tooLong(limits) : 'The block failed.';
  }
}

/** Length of a text inside the interpreter, without copying it; anything else counts as nothing. */
function lengthOf(handle: JSValueHandle | undefined): number {
  return handle?.isString ? handle.getProp('length').toNumber() : 0;
}

/** A text of the interpreter. Its length was counted before. */
function textOf(handle: JSValueHandle | undefined): string {
  return handle?.isString ? handle.toString() : '';
}
