import { validationErrors } from '../core/common-refusals.ts';
import type { Refusal } from '../core/refusal.ts';

/** The version in an `If-Match` header: `7`, `"7"` or `W/"7"`. `*` and no header expect nothing. */
export function readIfMatch(header: string | undefined): number | Refusal | undefined {
  if (header === undefined || header.trim() === '*') return undefined;
  const [, bare, quoted] = /^\s*(?:(\d{1,15})|(?:W\/)?"(\d{1,15})")\s*$/.exec(header) ?? [];
  const version = bare ?? quoted;
  if (version !== undefined) return Number(version);
  const why = `"${header.slice(0, 50)}" is not a version. Send the whole number in \`version\` of the reply.`;
  return validationErrors(`The request is not valid: If-Match: ${why}`, { fields: { 'If-Match': why } });
}
