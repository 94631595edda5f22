import type { TriggerType } from './define-trigger-type.ts';
import { deliveryTypes } from './delivery-types.ts';
import { orderTypes } from './order-types.ts';

/** Every kind of trigger. The catalogue is written from these values. */
export const triggerTypes: readonly TriggerType[] = Object.freeze([...deliveryTypes, ...orderTypes]);

/** The kind of this slug. */
export function triggerTypeOf(type: string): TriggerType | undefined {
  return triggerTypes.find((one) => one.type === type);
}

/** Names of the events that some kind looks at. */
export const watchedEvents: readonly string[] = Object.freeze([
  ...new Set(triggerTypes.flatMap(({ on }) => on)),
]);
