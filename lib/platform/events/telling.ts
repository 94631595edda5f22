import type { Entity, Shape } from '../table/index.ts';
import type { EventRecord } from './define-event.ts';

/**
 * Items that are the events of their own changes: one write instead of a transaction of two. Only the latest state is kept, so
 * it is for states whose events nobody reads back.
 */
export interface Telling {
  readonly entity: Entity<Shape>;
  /** Field with the instant of the latest event. */
  readonly at: string;
  /** The event for which a state stands, the same whenever it is asked; undefined for none. */
  readonly eventOf: (value: Shape) => EventRecord | undefined;
}

/** Makes a kind of items the events of their own changes. */
export function defineTelling<Value extends KeyFields, KeyFields extends Shape>(
  entity: Entity<Value, KeyFields>,
  at: keyof Value & string,
  eventOf: (value: Value) => EventRecord | undefined,
): Telling {
  return Object.freeze({
    entity: entity as unknown as Entity<Shape>,
    at,
    eventOf: (value: Shape) => eventOf(entity.definition.schema.parse(value)),
  });
}
