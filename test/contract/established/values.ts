import { z } from 'zod';

export const text = z.string();
export const whole = z.int();
export const number = z.number();
export const flag = z.boolean();
export const record = z.record(z.string(), z.unknown());
export const anything = z.unknown();
/** A time with its zone, such as `2026-03-02T09:00:00Z`. */
export const instant = z.iso.datetime({ offset: true, local: true });
/** A time as callers write it, with or without `Z`. */
export const writtenTime = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z?$/);
export const day = z.iso.date();
export const noParameters = z.object({}).optional();
/** A requirement beyond the contract's set, which an organization agrees with its providers. */
export const ownRequirement = z.string().regex(/^(custom|preferred):.*/);

type Fields<Value extends z.ZodType = z.ZodType> = Readonly<Record<string, Value>>;

/** An object with fields that are always given, and fields that may be absent or null. */
export function shape(given: Fields, open: Fields = {}): z.ZodObject {
  const described = Object.getOwnPropertyDescriptors(open);
  const nullish = Object.fromEntries(
    Object.entries(described).map(([name, { value, get }]) => [
      name,
      // A schema inside itself stands behind a getter.
      (value ?? z.lazy(() => get?.call(open))).nullish(),
    ]),
  );
  return z.object({ ...given, ...nullish });
}

const words = ([text = '']: TemplateStringsArray): readonly string[] => text.trim().split(/\s+/);

/** One of the words. */
export const oneOf = (template: TemplateStringsArray) => z.enum([...words(template)]);

/** Fields of one type, by their names. */
const fieldsOf =
  <Value extends z.ZodType>(type: Value) =>
  (template: TemplateStringsArray): Fields<Value> =>
    Object.fromEntries(words(template).map((name) => [name, type]));

export const texts = fieldsOf(text);
export const wholes = fieldsOf(whole);
export const numbers = fieldsOf(number);
export const flags = fieldsOf(flag);
export const records = fieldsOf(record);
export const instants = fieldsOf(instant);
export const writtenTimes = fieldsOf(writtenTime);
export const textLists = fieldsOf(z.array(text));

export const vehicleSize = oneOf`
  any bike motorbike cargobike sedan car suv pickup_truck pickup van large_van extra_large_van truck
`;
