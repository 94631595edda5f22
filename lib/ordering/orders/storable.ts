import type * as z from 'zod';
import { FORBIDDEN_NAMES } from '../../platform/core/forbidden-names.ts';

/** An order is one item of at most 400 kB, which it shares with its list row and its computed fields. */
const MAX_ORDER_BYTES = 150_000;

/** Items can be nested at most 32 levels deep, including the levels above the fields. */
const MAX_DEPTH = 24;

/** The table cannot store numbers beyond these magnitudes. */
const LARGEST = 1e120;
const SMALLEST = 1e-120;

type Refinement = z.core.$RefinementCtx;

/** Metadata keys that callers may not write (decision 46). */
const RESERVED = new Set([...FORBIDDEN_NAMES, 'externalId', 'organizationId']);

/** Checks free-form metadata: an object whose keys may be written and whose values can be stored. */
export function checkMetadata(value: unknown, context: Refinement): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    context.addIssue({ code: 'invalid_type', expected: 'object', input: value });
    return;
  }
  for (const key of Object.keys(value)) {
    if (!RESERVED.has(key) && !key.toLowerCase().startsWith('nash')) continue;
    context.addIssue({
      code: 'custom',
      path: [key],
      input: value,
      message: `cannot be stored under the metadata key "${key}", which is reserved; choose another key`,
    });
  }
  checkValues(value, [], context);
}

function checkValues(value: unknown, path: readonly (string | number)[], context: Refinement): void {
  const complain = (message: string) =>
    context.addIssue({ code: 'custom', path: [...path], input: value, message });
  if (typeof value === 'number') {
    const magnitude = Math.abs(value);
    if (magnitude > LARGEST || (magnitude > 0 && magnitude < SMALLEST)) {
      complain('is too large or too small a number to be stored');
    }
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (path.length > MAX_DEPTH) {
    complain(`is nested deeper than ${MAX_DEPTH} levels`);
    return;
  }
  if (Array.isArray(value)) {
    for (const [index, element] of value.entries()) checkValues(element, [...path, index], context);
    return;
  }
  for (const [key, element] of Object.entries(value)) {
    if (path.length > 0 && FORBIDDEN_NAMES.has(key)) complain(`has the key "${key}", which is reserved`);
    checkValues(element, [...path, key], context);
  }
}

/** Checks that an order as a whole fits into one item. */
export function checkSize(value: object, context: Refinement): void {
  checkSizeOf('order', value, context);
}

/** As `checkSize`, for the other content of an item; `noun` names it in the message. */
export function checkSizeOf(noun: 'order' | 'job', value: object, context: Refinement): void {
  checkValues(value, [], context);
  const bytes = Buffer.byteLength(JSON.stringify(value));
  if (bytes <= MAX_ORDER_BYTES) return;
  const [largest = noun] = Object.entries(value)
    .toSorted(([, a], [, b]) => JSON.stringify(b ?? '').length - JSON.stringify(a ?? '').length)
    .map(([name]) => name);
  context.addIssue({
    code: 'custom',
    path: [largest],
    input: value,
    message: `makes the ${noun} ${bytes} bytes long; at most ${MAX_ORDER_BYTES} are kept for one ${noun}`,
  });
}
