import * as z from 'zod';
import { describeIssues } from '../core/describe-issues.ts';
import type { Refusal } from '../core/refusal.ts';
import { findUnstorable } from './find-unstorable.ts';
import { validationErrors } from './refusals.ts';

/**
 * Reads one row of a request of many, where each stands for itself. A malformed one is refused under `name`, as
 * `orders[2]`; `details.fields` names each of its fields that does not fit.
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

/** Why a row was refused: a sentence for each field that did not fit, else the one of the refusal. */
export function reasonsOf({ message, details }: Refusal): readonly string[] {
  const fields = named.safeParse(details.fields);
  return fields.success ? Object.entries(fields.data).map(([field, why]) => `${field}: ${why}`) : [message];
}
