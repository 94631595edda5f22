import * as z from 'zod';

/** A whole number, or the text of one (`"25"`), which clients of the contract also send. Parsed as a number. */
export const wholeNumber = z
  .union(
    [
      z.int(),
      z
        .string()
        .regex(/^\s*-?\d{1,15}\s*$/)
        .transform(Number),
    ],
    'is not a whole number, such as 25 or "25"',
  )
  .meta({ override: { type: ['integer', 'string'] } });

/** A number that this schema accepts, or the text of one (`"2.5"`). Parsed as a number. */
export function numberOrText(number: z.ZodType<number, number>) {
  return z
    .union(
      [
        number,
        z
          .string()
          .regex(/^\s*-?\d{1,12}(\.\d{1,9})?\s*$/)
          .transform(Number),
      ],
      'is not a number, such as 2.5 or "2.5"',
    )
    .meta({ override: { type: ['number', 'string'] } });
}
