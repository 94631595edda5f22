import type { Field } from './define-field.ts';
import { deliveryFields } from './delivery-fields.ts';
import { jobFields } from './job-fields.ts';
import { orderFields } from './order-fields.ts';
import { packageFields } from './package-fields.ts';
import { routeFields } from './route-fields.ts';
import { taskFields } from './task-fields.ts';

/** Every field of every entity (specification 2.7). */
export const fieldCatalogue: readonly Field[] = Object.freeze([
  ...orderFields,
  ...packageFields,
  ...jobFields,
  ...taskFields,
  ...deliveryFields,
  ...routeFields,
]);

const byKey: ReadonlyMap<string, Field> = new Map(fieldCatalogue.map((field) => [field.key, field]));

/** The field of that key, or undefined. */
export function findField(key: string): Field | undefined {
  return byKey.get(key);
}
