import * as z from 'zod';
import type { FieldKind } from './field-kind.ts';

/** A field of an object inside an order. The object is replaced as a whole, so null and left out are the same. */
export interface NestedField<Value = unknown> {
  readonly stored: z.ZodOptional<z.ZodType<Value, Value>>;
  sent(): z.ZodType<Value | undefined>;
}

type NestedFields = Readonly<Record<string, NestedField>>;

/** Defines a field of an object inside an order; `says` describes it in the API. */
export function nestedField<Value>(
  { stored, sent }: Pick<FieldKind<Value>, 'stored' | 'sent'>,
  says: string,
): NestedField<Value> {
  return {
    stored: stored.optional(),
    sent: () =>
      sent()
        .nullish()
        .transform((value) => value ?? undefined)
        .meta({ description: says }),
  };
}

/** The shape of the stored object. */
export function storedShape<Fields extends NestedFields>(fields: Fields) {
  return mapShape<{ [Name in keyof Fields]: Fields[Name]['stored'] }>(fields, ({ stored }) => stored);
}

/** The shape of the object in requests. */
export function sentShape<Fields extends NestedFields>(fields: Fields) {
  return mapShape<{ [Name in keyof Fields]: ReturnType<Fields[Name]['sent']> }>(fields, ({ sent }) => sent());
}

/** An object of these fields, stored and in requests. */
export function nestedObject<Fields extends NestedFields>(fields: Fields) {
  return { stored: z.object(storedShape(fields)), sent: () => z.object(sentShape(fields)) };
}

function mapShape<Shape>(fields: NestedFields, pick: (field: NestedField) => z.ZodType): Shape {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, pick(field)])) as Shape;
}
