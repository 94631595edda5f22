import type { ConverseCommandInput } from '@aws-sdk/client-bedrock-runtime';
import type { ConverseAnswer } from './amazon-converse-call.ts';

/** Task of Step Functions that calls the Converse API: while a model answers, no function waits. */
export const CONVERSE_TASK = 'arn:aws:states:::aws-sdk:bedrockruntime:converse';

/**
 * Maximum number of bytes of a call that a task makes. A state of Step Functions has 262,144 bytes at most and contains
 * the call and its answer of some 2,000 tokens.
 * https://docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html
 */
const MAX_BYTES = 200_000;

/** Documents inside a call, whose names are the caller's own and stay as they are. */
const DOCUMENTS: ReadonlySet<string> = new Set(['json', 'input', 'Json', 'Input']);

/**
 * The call as parameters of the task, whose names start with a capital. Undefined when a task cannot make the call
 * because it is too large or has no tools, which the task's parameters name.
 */
export function taskParameters(call: ConverseCommandInput): object | undefined {
  if (call.toolConfig === undefined) return undefined;
  const parameters = renamed(call, (name) => name.charAt(0).toUpperCase() + name.slice(1)) as object;
  return Buffer.byteLength(JSON.stringify(parameters)) <= MAX_BYTES ? parameters : undefined;
}

/** The call, from parameters of the task. */
export function callOfTask(parameters: unknown): ConverseCommandInput {
  return uncapitalized(parameters) as ConverseCommandInput;
}

/** The answer, from the result of the task. */
export function answerOfTask(result: unknown): ConverseAnswer {
  return uncapitalized(result) as ConverseAnswer;
}

const uncapitalized = (value: unknown) =>
  renamed(value, (name) => name.charAt(0).toLowerCase() + name.slice(1));

function renamed(value: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((one) => renamed(one, rename));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      rename(name),
      DOCUMENTS.has(name) ? one : renamed(one, rename),
    ]),
  );
}
