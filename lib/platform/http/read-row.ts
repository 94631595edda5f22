import * as z from 'zod';
import { validationErrors } from '../core/common-refusals.ts';
import { describeIssues } from '../core/describe-issues.ts';
import type { Refusal } from '../core/refusal.ts';
import { findUnstorable } from './find-unstorable.ts';

/**
 * Parses one of several independent rows of a request. A malformed one is refused under `name`, such as
 * `orders[2]`; `details.fields` names each of its invalid fields.
 */
export function readRow<Schema extends z.ZodType>(
  schema: Schema,
  row: unknown,
  name: string,
): z.output<Schema> | Refusal {
  const parsed = schema.safeParse(row);
  const unfit = parsed.success ? {} : describeIssues(parsed.error.issues, row, '');
  const fields = Object.entries({ ...findUnstorable(row), ...unfit });
  if (parsed.success && fields.length === 0) return parsed.data;
  return validationErrors(`${name} is not valid.`, {
    fields: Object.fromEntries(fields.map(([field, why]) => [field === '' ? name : `${name}.${field}`, why])),
  });
}

const named = z.record(z.string(), z.string());

/** Why a row was refused: a sentence for each invalid field, else the message of the refusal. */
export function reasonsOf({ message, details }: Refusal): readonly string[] {
  const fields = named.safeParse(details.fields);
  return fields.success ? Object.entries(fields.data).map(([field, why]) => `${field}: ${why}`) : [message];
}
