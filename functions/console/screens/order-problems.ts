import { ApiError } from '../kit/api.ts';
import type { Field } from '../kit/form.tsx';
import { problemsTexts } from '../texts/late-texts.ts';
import { fieldFor, orderFields } from './order-form.ts';

/** One thing that is wrong with an order, as the API names it. */
export interface Problem {
  readonly field: string;
  /** The broken rule; null where a workflow objects, in words of the organization. */
  readonly rule: string | null;
  readonly message: string;
}

/** A problem with the field of the form in which it is mended. */
export interface WordedProblem {
  readonly entered: Field | undefined;
  readonly text: string;
}

/** A problem in the words of the form; in those of the API where the form has no field for it. */
export function inFormWords({ field, rule, message }: Problem, fields: readonly Field[]): WordedProblem {
  const entered = fieldFor(field, fields);
  if (!entered || rule === null) return { entered, text: message };
  const isMissing = MISSING.has(rule);
  const isOfStore = entered.name === 'pickupStoreLocationId' && field !== entered.name;
  const text =
    (isMissing && isOfStore ? of(problemsTexts.ofStore, field) : undefined) ??
    (isMissing ? of(problemsTexts.missing, field) : of(problemsTexts.wrong, rule)) ??
    problemsTexts.refused.other;
  return { entered, text };
}

/** Rules that ask for what is not there. */
const MISSING: ReadonlySet<string> = new Set([
  'required-fields-are-there',
  'sides-are-named',
  'address-is-given',
  'windows-are-given',
]);

const of = (texts: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(texts, name) ? texts[name] : undefined;

/** A refusal of a save, with its fields in the words of the form. */
export function refusedInFormWords(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.mayPass) return error;
  const named = Object.keys(error.fields);
  const fields = named.flatMap((path) => fieldFor(path.split(/[.[]/)[0] ?? path, orderFields) ?? []);
  if (named.length === 0 || fields.length < named.length) return error;
  const worded = Object.fromEntries(fields.map((field) => [field.name, refusedText(field)]));
  return new ApiError(error.status, { error: { message: error.message, details: { fields: worded } } });
}

function refusedText({ kind }: Field): string {
  return kind === 'number' || kind === 'money' || kind === 'list'
    ? problemsTexts.refused[kind]
    : problemsTexts.refused.other;
}
