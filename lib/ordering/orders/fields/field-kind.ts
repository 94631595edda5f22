import * as z from 'zod';
import { numberOrText, wholeNumber } from '../../../platform/core/number-text.ts';
import { optional } from '../../../platform/core/optional.ts';
import { readInstant } from '../../../platform/core/read-instant.ts';
import { metadataInput } from '../metadata-input.ts';

/** Largest and smallest magnitude of a number with a fraction. */
const LARGEST = 1e12;
const SMALLEST = 1e-9;

/** What people type for values of a kind, for example into the cells of a table. */
export type ValueKind = 'text' | 'list' | 'whole' | 'money' | 'decimal' | 'time' | 'object';

/**
 * How values of a kind are stored, and how requests send them. Schemas of requests are created on demand, because most
 * functions read orders and take no requests for them.
 */
export interface FieldKind<Value> {
  readonly name: ValueKind;
  readonly stored: z.ZodType<Value, Value>;
  /** The stored value of a field that may be absent: one schema for all of them. */
  readonly storedOptional: z.ZodOptional<z.ZodType<Value, Value>>;
  /** In a request of an order. */
  sent(): z.ZodType<Value>;
  /** In a request of a job, whose fields may be left out or null. */
  sentToJob(says: string): z.ZodType<Value | undefined>;
}

function defineKind<Value>(kind: Omit<FieldKind<Value>, 'storedOptional'>): FieldKind<Value> {
  return Object.freeze({ ...kind, storedOptional: kind.stored.optional() });
}

/** Optional text of a job request; an empty one counts as left out. */
export const optionalText = (description: string) =>
  optional(z.string())
    .transform((value) => (value === '' ? undefined : value))
    .meta({ description });

/** An identifier that the caller of a job request chose; an empty one counts as left out. */
export const optionalId = (description: string) =>
  optional(z.string().max(255))
    .transform((value) => (value === '' ? undefined : value))
    .meta({ description });

export const text = defineKind<string>({
  name: 'text',
  stored: z.string(),
  sent: () => z.string(),
  sentToJob: optionalText,
});

/**
 * The text of an e-mail address. One that is none is kept for the rule that reports it; a line break would start another
 * header in whatever the address is written into.
 */
const oneLine = (schema: z.ZodType<string>) =>
  schema.refine((value) => !/\p{Cc}/u.test(value), 'contains a line break or another control character');

export const email = defineKind<string>({
  ...text,
  sent: () => oneLine(z.string()),
  sentToJob: (description) =>
    optional(oneLine(z.string()))
      .transform((value) => (value === '' ? undefined : value))
      .meta({ description }),
});

export const texts = defineKind<string[]>({
  name: 'list',
  stored: z.array(z.string()),
  sent: () => z.array(z.string()),
  sentToJob: (description) => optional(z.array(z.string())).meta({ description }),
});

export const whole = defineKind<number>({
  name: 'whole',
  stored: z.int(),
  sent: () => wholeNumber,
  sentToJob: (description) => optional(wholeNumber).meta({ description }),
});

/** An amount in cents. */
export const money = defineKind<number>({ ...whole, name: 'money' });

export const decimal = defineKind<number>({
  name: 'decimal',
  stored: z.number(),
  sent: () =>
    numberOrText(
      z
        .number()
        .refine((value) => value === 0 || (Math.abs(value) <= LARGEST && Math.abs(value) >= SMALLEST), {
          error: `is not between ${SMALLEST} and ${LARGEST}`,
        }),
    ),
  sentToJob: (description) => optional(numberOrText(z.number())).meta({ description }),
});

/**
 * A time. An order stores one form of it; text that is not a time is kept for the rule that reports it. A job request
 * keeps the text: the rest of the request says whether it is UTC or local to the pickup.
 */
export const time = defineKind<string>({
  name: 'time',
  stored: z.string(),
  sent: () =>
    z
      .string()
      .transform((value) => readInstant(value) ?? value)
      .meta({ override: { type: 'string', format: 'date-time' } }),
  sentToJob: (what) =>
    optional(z.string())
      .transform((value) => (value === '' ? undefined : value))
      .meta({
        description: `${what} Without a zone it is UTC, or local to the pickup with \`inputDatetimesLocalizedToPickupTz\`.`,
        example: '2026-03-05T14:30:00Z',
      }),
});

/** An object or a list of objects of this form. */
export function objects<Value>(
  stored: z.ZodType<Value, Value>,
  sent: () => z.ZodType<Value>,
): FieldKind<Value> {
  return defineKind({
    name: 'object',
    stored,
    sent,
    sentToJob: (description) => optional(sent()).meta({ description }),
  });
}

/** The caller's own data. */
export const metadata: FieldKind<Record<string, unknown>> = objects(
  z.record(z.string(), z.unknown()),
  () => metadataInput,
);
