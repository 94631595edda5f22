import type { EntityName } from '../definition/entities.ts';
import { type Trigger, triggers } from '../definition/triggers.ts';

/**
 * Type of a field. `json` is data whose shape the organization decides (metadata): its type is known at run time.
 * `event` is a custom event that did or did not occur: a field for filters only, never a value.
 */
export const fieldTypes = Object.freeze([
  'text',
  'number',
  'boolean',
  'date_time',
  'list',
  'json',
  'event',
] as const);

/** Type of a field. */
export type FieldType = (typeof fieldTypes)[number];

/** A field that a filter can test or a variable can show. */
export interface Field {
  /** `order.dropoffStartTime`: the entity, then the path inside it. */
  readonly key: string;
  readonly entity: EntityName;
  readonly type: FieldType;
  /** Whether keys below it may be addressed, as in `order.orderMetadata.tier`. */
  readonly open: boolean;
}

/** Declares the fields of an entity, in groups by type. */
export function defineFields(
  entity: EntityName,
  groups: { readonly [type in FieldType]?: readonly string[] },
): readonly Field[] {
  return Object.freeze(
    Object.entries(groups).flatMap(([type, names]) =>
      names.map((name) =>
        Object.freeze({
          key: `${entity}.${name}`,
          entity,
          type: type as FieldType,
          open: type === 'json' || type === 'list',
        }),
      ),
    ),
  );
}

/** Triggers that can have an entity behind them, and thus its fields. */
export function triggersWith(entity: EntityName): readonly Trigger[] {
  return triggers.filter((trigger) => trigger.entities.includes(entity));
}
