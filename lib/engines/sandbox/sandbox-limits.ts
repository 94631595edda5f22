import type { QuickJSOptions } from 'quickjs-wasi';

/** Limits of a block of code. */
export interface SandboxLimits {
  /** Time until its end, including calls. */
  readonly milliseconds: number;
  readonly memoryBytes: number;
  readonly stackBytes: number;
  readonly calls: number;
  /** Parallel calls; further ones wait. */
  readonly parallelCalls: number;
  /** Characters of result and log together; a line of the log counts one more. */
  readonly outputCharacters: number;
  readonly logLines: number;
  /** Characters of the arguments of one call, as JSON, and of those of all calls together. */
  readonly argumentCharacters: number;
  readonly argumentCharactersInAll: number;
  /** Characters of the answer to one call, as JSON. */
  readonly answerCharacters: number;
}

/** Limits of a block (specification 8 for the calls). */
export const SANDBOX_LIMITS: SandboxLimits = Object.freeze({
  milliseconds: 20_000,
  memoryBytes: 32 * 1024 * 1024,
  stackBytes: 256 * 1024,
  calls: 300,
  parallelCalls: 8,
  outputCharacters: 100_000,
  logLines: 2_000,
  argumentCharacters: 200_000,
  argumentCharactersInAll: 2_000_000,
  answerCharacters: 2_000_000,
});

/** The interpreter, compiled once for all threads: a module of WebAssembly, of which the compiler has no types. */
export type Interpreter = QuickJSOptions['wasm'];

/** Input of a thread. */
export interface ThreadTask {
  /** The compiled interpreter, a module of WebAssembly. */
  readonly interpreter: Interpreter;
  readonly code: string;
  readonly names: readonly string[];
  readonly limits: SandboxLimits;
}

/** Message of a thread: a requested call, or its end. */
export type ThreadMessage =
  | { readonly kind: 'call'; readonly id: number; readonly name: string; readonly json: string }
  | { readonly kind: 'log'; readonly text: string }
  | { readonly kind: 'end'; readonly json?: string; readonly problem?: string; readonly calls: number };

/** The answer to a call, as JSON. */
export interface ThreadAnswer {
  readonly id: number;
  readonly json: string;
}

/** Message when the block writes too much. */
export function tooMuchOutput({ outputCharacters, logLines }: SandboxLimits): string {
  return `The block wrote more than ${outputCharacters} characters or ${logLines} lines. Log less.`;
}

/** Message when the time expires. */
export function tooLong({ milliseconds }: SandboxLimits): string {
  return `The block took longer than ${milliseconds / 1000} seconds. Do less in one block.`;
}
