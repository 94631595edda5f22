import type * as z from 'zod';
import { declaredFields } from './fields/declared-fields.ts';
import type { OrderField } from './fields/order-field.ts';

type Declared = typeof declaredFields;

/** Name of a field that a caller may set. */
export type OrderFieldName = keyof Declared;

/** Every field that a caller may set, by its name. */
export const ORDER_FIELDS: { readonly [Name in OrderFieldName]: Declared[Name] } = declaredFields;

/** Every field with its name, as far as their types are the same. */
export const orderFieldEntries = Object.entries(declaredFields) as readonly (readonly [
  OrderFieldName,
  OrderField,
])[];

/** Names of all fields that a caller may set. */
export const ORDER_FIELD_NAMES: readonly OrderFieldName[] = orderFieldEntries.map(([name]) => name);

/**
 * The fields of an order that a caller may set as they are stored, flat and named as on the wire. Absent = not set: the
 * contract's `null`. Times are UTC milliseconds with `Z`; text that is not a time is kept as sent and has its
 * key in `validationErrors`, like every value that breaks a rule.
 */
export const orderFields = Object.fromEntries(
  orderFieldEntries.map(([name, { stored }]) => [name, stored]),
) as { [Name in OrderFieldName]: Declared[Name]['stored'] };

/** The caller's part of an order. */
export type OrderFields = { [Name in OrderFieldName]?: z.output<Declared[Name]['stored']> };

/** A change of an order: only the named fields change, `null` clears one. */
export type OrderPatch = { readonly [Name in OrderFieldName]?: OrderFields[Name] | null };

/** The two ends of a delivery; field names start with one of them. */
export type Side = 'pickup' | 'dropoff';
export const SIDES: readonly Side[] = ['pickup', 'dropoff'];
