import * as z from 'zod';

/** Writes a field name in another way. */
export type Spelling = (name: string) => string;

/** `firstName` as `firstname`. */
export const lowerCase: Spelling = (name) => name.toLowerCase();

/** `firstName` as `first_name`. */
export const snakeCase: Spelling = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * An object in replies that has each field twice where the established contract spells it otherwise: in camelCase, and
 * once more as `spell` writes it, with the names inside it spelled so as well. Handlers return it in camelCase.
 */
export function inBothSpellings<Fields extends z.ZodRawShape>(id: string, fields: Fields, spell: Spelling) {
  const twins = Object.entries(fields).flatMap(([name, field]) =>
    spell(name) === name ? [] : [[spell(name), twinOf(name, field, spell)] as const],
  );
  const both = z.object({ ...fields, ...Object.fromEntries(twins) }).meta({ id });
  return z
    .object(fields)
    .transform((value): Record<string, unknown> => ({ ...withBothSpellings(value, spell) }))
    .pipe(both);
}

/** The field in its other spelling. What is null is left out: the contract has no null for most of them. */
function twinOf(name: string, field: z.core.$ZodType, spell: Spelling): z.ZodType {
  const { type, innerType } = field._zod.def as Partial<Wrapping> & { readonly type: string };
  const isNullable = type === 'nullable' && innerType;
  const twin = isNullable ? respelled(innerType, spell).optional() : respelled(field, spell);
  return twin.meta({
    description: `The same as \`${name}\`${isNullable ? ', left out when it is null' : ''}.`,
  });
}

/** The schema with the names of its objects spelled so. */
function respelled(schema: z.core.$ZodType, spell: Spelling): z.ZodType {
  // Distinguished by their kind: the classes would bring the whole library into every bundle.
  const { type, shape, innerType } = schema._zod.def as Partial<Wrapping> & { readonly type: string };
  if (type === 'object' && shape)
    return z.object(
      Object.fromEntries(
        Object.entries(shape).map(([name, field]) => [spell(name), respelled(field, spell)]),
      ),
    );
  if (type === 'nullable' && innerType) return respelled(innerType, spell).nullable();
  if (type === 'optional' && innerType) return respelled(innerType, spell).optional();
  return schema as z.ZodType;
}

interface Wrapping {
  readonly shape: Readonly<Record<string, z.core.$ZodType>>;
  readonly innerType: z.core.$ZodType;
}

/** A value with the names of its objects spelled so. */
function respelledValue(value: unknown, spell: Spelling): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [spell(name), respelledValue(inner, spell)]),
  );
}

/** An object in camelCase with the other spelling of its fields that are not null. */
export function withBothSpellings<Value extends object>(value: Value, spell: Spelling): Value {
  const given = Object.entries(value).filter(([, inner]) => inner !== null && inner !== undefined);
  return { ...Object(respelledValue(Object.fromEntries(given), spell)), ...value };
}
