import { z } from 'zod';
import { schemaName } from './schema-names.ts';

/**
 * Where a reply differs from its described schema: by schema and field, such as `order.valueCents is a number`. Fields
 * that the description does not have are the service's own.
 */
export function deviations(
  schema: z.core.$ZodType,
  value: unknown,
  at = schemaName(schema) ?? 'reply',
): string[] {
  if (schema instanceof z.ZodLazy) return deviations(schema.unwrap(), value, at);
  if (schema instanceof z.ZodOptional)
    return value === undefined ? [] : deviations(schema.unwrap(), value, at);
  if (schema instanceof z.ZodNullable) return value === null ? [] : deviations(schema.unwrap(), value, at);
  if (schema instanceof z.ZodUnion) {
    const [best = []] = schema.options
      .map((option) => deviations(option, value, schemaName(option) ?? at))
      .toSorted((a, b) => a.length - b.length);
    return best;
  }
  if (schema instanceof z.ZodArray && Array.isArray(value))
    return [
      ...new Set(
        value.flatMap((one) => deviations(schema.element, one, schemaName(schema.element) ?? `${at}[]`)),
      ),
    ];
  if (schema instanceof z.ZodObject && value !== null && typeof value === 'object' && !Array.isArray(value)) {
    const { shape, catchall } = schema.def;
    const beyond =
      catchall instanceof z.ZodNever ? Object.keys(value).filter((name) => !(name in shape)) : [];
    return [
      ...beyond.map((name) => `${at}.${name} is beyond the schema`),
      ...Object.entries(shape).flatMap(([name, field]) => {
        const inner = Reflect.get(value, name);
        return deviations(field, inner, nameWithin(field) ?? `${at}.${name}`).map((found) =>
          // What is missing is named by the field that should have it.
          found.replace(/^\w+ is (absent|null)$/, `${at}.${name} is $1`),
        );
      }),
    ];
  }
  return z.safeParse(schema, value).success ? [] : [`${at} is ${kindOf(value)}`];
}

/** The name of the described object that a field holds. */
function nameWithin(field: z.core.$ZodType): string | undefined {
  if (field instanceof z.ZodOptional || field instanceof z.ZodNullable || field instanceof z.ZodLazy)
    return nameWithin(field.unwrap());
  return field instanceof z.ZodObject ? schemaName(field) : undefined;
}

function kindOf(value: unknown): string {
  if (value === undefined) return 'absent';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'string'
    ? `"${value}"`
    : typeof value === 'object'
      ? 'an object'
      : `a ${typeof value}`;
}
