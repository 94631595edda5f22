import { toInstantText } from '../filters/parse-date-time.ts';
import type { Json } from '../json.ts';
import { limits } from '../limits.ts';
import type { CompiledTemplate, CompiledVariable } from './compile-template.ts';
import type { Scope } from './scope.ts';

/** A filled-in template, and what could not be filled in. */
export interface Rendered<Value> {
  readonly value: Value;
  /** Paths that resolved to nothing. */
  readonly missing: readonly string[];
  /** Those of `missing` whose key exists nowhere: not in the schema and not in the data (rule 14). */
  readonly nonexistent: readonly string[];
}

/** The bound on expansion was passed. */
export interface TooLong {
  readonly tooLong: true;
}

/**
 * Fills in a text (specification 4.6.14): a variable that resolves to nothing becomes empty text; lists and
 * objects are written as JSON. Values are not expanded again, whatever braces they hold. `encode` is applied to
 * each value, as a path needs it.
 */
export function renderText(
  template: CompiledTemplate,
  scope: Scope,
  encode?: (text: string) => string,
): Rendered<string> | TooLong {
  const missing: string[] = [];
  const nonexistent: string[] = [];
  let text = '';
  for (const part of template.parts) {
    if (typeof part === 'string') text += part;
    else {
      const value = part.read(scope);
      if (value === undefined || value === null) miss(part, value, missing, nonexistent);
      else {
        const written = toText(value);
        text += encode === undefined ? written : encode(written);
      }
    }
    if (text.length > limits.expansion) return { tooLong: true };
  }
  return { value: text, missing, nonexistent };
}

/**
 * Fills in a value: a template that is one whole variable keeps the variable's type, null where there is none,
 * and a date-time becomes ISO 8601 text; any other template becomes text.
 */
export function renderValue(template: CompiledTemplate, scope: Scope): Rendered<Json> | TooLong {
  const whole = template.whole;
  if (whole === undefined) return renderText(template, scope);
  const missing: string[] = [];
  const nonexistent: string[] = [];
  const value = whole.read(scope);
  if (value === undefined || value === null) {
    miss(whole, value, missing, nonexistent);
    return { value: null, missing, nonexistent };
  }
  if (typeof value === 'string' && value.length > limits.expansion) return { tooLong: true };
  return { value: whole.type === 'date_time' ? toInstantText(value) : value, missing, nonexistent };
}

/** A value as a reader of the text would expect it. */
function toText(value: Json): string {
  if (typeof value === 'string') return value;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function miss(
  variable: CompiledVariable,
  value: null | undefined,
  missing: string[],
  nonexistent: string[],
): void {
  missing.push(variable.path);
  if (!variable.known && value === undefined) nonexistent.push(variable.path);
}
