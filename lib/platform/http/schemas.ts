import * as z from 'zod';
import { readInstant } from '../core/read-instant.ts';
import { splitList } from '../core/split-list.ts';

/** An integer query parameter. Absent = `fallback`; out of range is refused with 422. */
export function integerParameter(options: {
  min: number;
  max?: number;
  fallback: number;
  description?: string;
}) {
  const { min, max, fallback, description } = options;
  return z
    .string()
    .regex(/^[+-]?\d{1,15}$/, 'is not a whole number')
    .transform(Number)
    .pipe(max === undefined ? z.int().min(min) : z.int().min(min).max(max))
    .default(fallback)
    .meta({
      ...(description ? { description } : {}),
      override: {
        type: 'integer',
        minimum: min,
        ...(max === undefined ? {} : { maximum: max }),
        default: fallback,
      },
    });
}

/** The contract's `limit`: rows of a page. */
export const limitParameter = (options: { fallback: number; max: number }) =>
  integerParameter({
    min: 1,
    ...options,
    description: `Number of rows to return; default ${options.fallback}.`,
  });

/** The contract's `offset`: rows to skip. */
export const offsetParameter = integerParameter({
  min: 0,
  fallback: 0,
  description: 'Number of rows to skip; default 0.',
});

/** The contract's `sortDirection`: which end of a list comes first. */
export const sortDirectionParameter = z
  .string()
  .transform((direction) => direction.toUpperCase())
  .pipe(z.enum(['ASC', 'DESC']))
  .default('DESC')
  .meta({
    description:
      'Direction of `sortBy`, ascending (`ASC`) or descending (`DESC`); default `DESC`. Case does not matter.',
    override: { type: 'string', enum: ['ASC', 'DESC'], default: 'DESC' },
  });

/** A query parameter that is a date, such as `2026-03-05`. */
export const dayParameter = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'is not a date such as 2026-03-05')
  .refine((day) => {
    const at = Date.parse(day);
    return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
  }, 'is not a day of the calendar')
  .meta({ override: { type: 'string', format: 'date' } });

/** A query parameter that is `true` or `false`. */
export const booleanParameter = z
  .enum(['true', 'false', 'True', 'False'])
  .transform((text) => text.toLowerCase() === 'true')
  .meta({
    // Only set, the type would stand beside the texts, and no value is both.
    override: ({ jsonSchema }: { readonly jsonSchema: { type?: unknown; enum?: unknown } }) => {
      jsonSchema.type = 'boolean';
      delete jsonSchema.enum;
    },
  });

/** A query parameter that is a list: values separated by commas, empty ones ignored. */
export function listParameter<Item extends z.ZodType<unknown, string>>(item: Item) {
  return z
    .string()
    .transform(splitList)
    .pipe(z.array(item))
    .meta({ override: { type: 'string' } });
}

/** One of a set of lower-case words, written in any case. Parsed as the lower-case word. */
export function anyCaseOf<const Word extends string>(words: readonly Word[]) {
  return z
    .string()
    .transform((text) => text.toLowerCase())
    .pipe(z.enum(words));
}

const INSTANT_MESSAGE = 'is not a date and time such as 2026-03-05T01:11:51Z';

/**
 * A date and time as callers send it. Parsed as UTC milliseconds with `Z`, `2026-03-05T01:11:51.000Z`, the
 * form in which times are stored and sent.
 */
export const instant = z
  .string()
  .transform((text, context) => {
    const read = readInstant(text);
    if (read !== undefined) return read;
    context.issues.push({ code: 'custom', message: INSTANT_MESSAGE, input: text });
    return z.NEVER;
  })
  .meta({
    override: { type: 'string', format: 'date-time' },
    description: 'Date and time; without a zone it is UTC.',
    example: '2026-03-05T01:11:51.000Z',
  });

/** Keeps a list that was read up to date, without reading it again: only what came since. */
export const createdFromParameter = instant.optional().meta({
  description:
    'Only rows created at this time or later. It reads nothing older, so it finds out at little cost whether a list has new rows.',
});

/** What the description of a bound adds. */
export const WHOLE_DAY = "A date without a time is that day in the organization's time zone.";

/** A bound of a range of dates: an instant, or a day. `readRange` makes instants of both. */
export const dayOrInstant = z
  .string()
  .transform((text, context) => {
    const day = text.trim();
    const isDay = /^\d{4}-\d\d-\d\d$/.test(day) && readInstant(`${day}T00:00:00Z`) !== undefined;
    const read = isDay ? day : readInstant(text);
    if (read !== undefined) return read;
    context.issues.push({
      code: 'custom',
      message: 'is neither a date such as 2026-03-05 nor a date and time such as 2026-03-05T01:11:51Z',
      input: text,
    });
    return z.NEVER;
  })
  .meta({
    override: {
      anyOf: [
        { type: 'string', format: 'date-time' },
        { type: 'string', format: 'date' },
      ],
    },
    example: '2026-03-05T01:11:51.000Z',
  });

/** An instant in a reply. */
export const instantReply = z.string().meta({
  override: { type: 'string', format: 'date-time' },
  example: '2026-03-05T01:11:51.000Z',
});

/** A currency, in any case. Parsed as its ISO 4217 code, such as `USD`. */
export const currencyCode = z
  .string()
  .transform((code) => code.trim().toUpperCase())
  .pipe(
    z
      .string()
      .refine(
        (code) => Intl.supportedValuesOf('currency').includes(code),
        'is not an ISO 4217 code such as USD',
      ),
  );

/** A name or other required short text: surrounding space is trimmed, 1 to `max` characters stay. */
export function shortText(max: number) {
  return z.string().trim().min(1).max(max);
}

/** Subject of an e-mail: a line break in it would start another header. */
export const subjectLine = z
  .string()
  .max(500)
  .regex(/^[^\r\n]*$/, 'must be a single line');

/** `version` of a row of a request that changes several entities; a single change names it in `If-Match`. */
export const rowVersion = z.int().min(1).optional().meta({
  description:
    'Version on which the change is based. If the stored one differs, the request is refused with 409.',
});
