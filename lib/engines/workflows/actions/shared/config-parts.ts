import * as z from 'zod';
import { nearestMatch } from '../../../../platform/core/nearest-match.ts';
import { limits } from '../../limits.ts';
import type { ReferenceProblem, TemplateUse } from '../define-action.ts';

/** A text that may hold `{{variables}}`. */
export const templateText = (max: number = limits.message) =>
  z.string().max(max).meta({ format: 'template' });

/** A text with content: variables or words. */
export const requiredTemplate = (max: number = limits.message) =>
  z.string().trim().min(1).max(max).meta({ format: 'template' });

/** A subject: a line break in it would start another header of an e-mail. */
export const subjectTemplate = z
  .string()
  .trim()
  .max(limits.subject)
  .regex(/^[^\r\n]*$/, 'must be a single line')
  .meta({ format: 'template' });

/** One whole `{{variable}}`. */
export const variable = z
  .string()
  .max(limits.path)
  .regex(/^\{\{[^{}]+\}\}$/, { error: 'must be a single {{variable}}', abort: true })
  .meta({ format: 'template' });

/** Identifier of something the organization has set up. */
export const reference = z.string().min(1).max(128);

/** Time limit of a background node, in seconds. */
export const timeoutSeconds = z.int().min(1).max(limits.timeoutSeconds).default(limits.defaultTimeoutSeconds);

/** Effect of a failed background node on the run. */
export const onFailure = z
  .enum(['fail', 'continue'])
  .default('fail')
  .describe('fail: the path ends and the run fails; continue: the default edge is followed');

/** The texts of a config that may hold variables, absent ones left out. */
export function templatesOf(fields: Readonly<Record<string, unknown>>): TemplateUse[] {
  return Object.entries(fields).flatMap(([field, source]) =>
    typeof source === 'string' ? [{ field, source }] : [],
  );
}

/** A problem when `id` does not exist; none when the existing ids are unknown. */
export function mustExist(
  field: string,
  noun: string,
  id: string,
  existing: readonly string[] | undefined,
): ReferenceProblem[] {
  if (existing === undefined || existing.includes(id)) return [];
  return [{ field, message: `There is no ${noun} "${id}".`, suggestion: () => nearestMatch(id, existing) }];
}

/** A whole number of at least 0; a workflow variable may supply it as text. */
export function wholeNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 ? number : undefined;
}
