import { quickjsBinary } from './quickjs-binary.ts';
import {
  type Interpreter,
  SANDBOX_LIMITS,
  type SandboxLimits,
  type ThreadMessage,
  tooLong,
  tooMuchOutput,
} from './sandbox-limits.ts';
import { startThread } from './start-thread.ts';

/** The only capability of the code: a function by its name, from and to JSON. */
export interface SandboxApi {
  readonly names: readonly string[];
  readonly call: (name: string, given: Readonly<Record<string, unknown>>) => Promise<SandboxAnswer>;
}

/** Result of a call: a value, or an error that the code can catch. */
export type SandboxAnswer =
  | { readonly value: unknown }
  | { readonly error: { readonly code: string; readonly message: string; readonly details?: unknown } };

/** How a block ended. */
export interface SandboxOutcome {
  /** Return value; absent when it failed. */
  readonly value?: unknown;
  /** Why it ended without a value. */
  readonly problem?: string;
  readonly log: readonly string[];
  readonly calls: number;
}

/** The part of WebAssembly for which the compiler has no types. */
const { Module } = Reflect.get(globalThis, 'WebAssembly') as {
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => Interpreter;
};

let compiled: Interpreter | undefined;

/**
 * Extra time for a thread to report its end. The interpreter checks the clock only now and then: code that
 * catches running out of memory, again and again, prevents that for half a minute.
 */
const GRACE_MS = 300;

/**
 * Runs JavaScript in an interpreter of its own, in WebAssembly in a thread: it can reach neither network nor
 * files nor this process, only `api`. It ends when a limit is reached, whatever it catches, because the
 * thread is terminated. Never throws.
 */
export async function runInSandbox(
  code: string,
  { names, call }: SandboxApi,
  limits: SandboxLimits = SANDBOX_LIMITS,
): Promise<SandboxOutcome> {
  compiled ??= new Module(quickjsBinary());
  const thread = startThread({ interpreter: compiled, code, names, limits });
  const log: string[] = [];
  const waiting: Extract<ThreadMessage, { kind: 'call' }>[] = [];
  let calls = 0;
  let underWay = 0;
  let characters = 0;
  let isEnded = false;

  const makeCalls = () => {
    while (!isEnded && underWay < limits.parallelCalls) {
      const next = waiting.shift();
      if (!next) return;
      underWay += 1;
      void answerTo(next).then((json) => {
        underWay -= 1;
        if (!isEnded) thread.postMessage({ id: next.id, json });
        makeCalls();
      });
    }
  };
  const answerTo = async ({
    name,
    json,
  }: {
    readonly name: string;
    readonly json: string;
  }): Promise<string> => {
    try {
      const given: unknown = JSON.parse(json);
      if (!names.includes(name) || typeof given !== 'object' || given === null || Array.isArray(given)) {
        const message = `api.${name} takes its arguments as one object.`;
        return JSON.stringify({ error: { code: 'VALIDATION_ERRORS', message } });
      }
      const answer = JSON.stringify(await call(name, given as Readonly<Record<string, unknown>>));
      if (answer.length <= limits.answerCharacters) return answer;
      const message = `The answer of api.${name} has ${answer.length} characters; at most ${limits.answerCharacters} can be read. Ask for less.`;
      return JSON.stringify({ error: { code: 'VALIDATION_ERRORS', message } });
    } catch {
      // Errors from outside the sandbox are not shown to the code.
      return JSON.stringify({
        error: { code: 'INTERNAL_SERVER_ERROR', message: 'The call failed. Try again.' },
      });
    }
  };

  const ended = await new Promise<{ readonly json?: string; readonly problem?: string }>((resolve) => {
    const timer = setTimeout(() => resolve({ problem: tooLong(limits) }), limits.milliseconds + GRACE_MS);
    const end = (outcome: { readonly json?: string; readonly problem?: string }) => {
      clearTimeout(timer);
      resolve(outcome);
    };
    thread.on('message', (message: ThreadMessage) => {
      if (message.kind === 'end') return end(message);
      if (message.kind === 'log') {
        characters += message.text.length + 1;
        // The thread counts as well; this holds even if code got hold of it.
        if (characters > limits.outputCharacters || log.length >= limits.logLines) {
          return end({ problem: tooMuchOutput(limits) });
        }
        return void log.push(message.text);
      }
      calls += 1;
      if (calls > limits.calls)
        return end({ problem: `The block made more than ${limits.calls} API calls.` });
      waiting.push(message);
      makeCalls();
    });
    thread.on('error', ({ message }) => end({ problem: message.slice(0, 500) || 'The block failed.' }));
    thread.on('exit', () => end({ problem: 'The block terminated the interpreter.' }));
  });
  isEnded = true;
  await thread.terminate();
  const { json, problem } = ended;
  if (problem !== undefined) return { problem, log, calls };
  try {
    return { value: JSON.parse(json ?? 'null'), log, calls };
  } catch {
    return { problem: 'The return value of the block is not JSON.', log, calls };
  }
}
