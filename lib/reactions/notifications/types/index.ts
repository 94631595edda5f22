import { ownValue } from '../../../platform/core/own-value.ts';
import type { TriggerType } from './define-notification-trigger.ts';
import { deliveryTypes } from './delivery-types.ts';
import { establishedValueOf } from './established-values.ts';
import { measureTypes } from './measure-types.ts';
import { orderTypes } from './order-types.ts';
import { positionTypes } from './position-types.ts';
import { routeTypes } from './route-types.ts';
import { workTypes } from './work-types.ts';

const TYPES: readonly TriggerType[] = Object.freeze([
  ...deliveryTypes,
  ...positionTypes,
  ...orderTypes,
  ...routeTypes,
  ...workTypes,
  ...measureTypes,
]);

/**
 * Every kind of trigger. The catalogue is generated from these values. A function, as everything here is, so that it is
 * loaded where it is used.
 */
export function triggerTypes(): readonly TriggerType[] {
  return TYPES;
}

/** Older slugs that callers may still send (decision A19). */
const OLDER: Readonly<Record<string, string>> = { nash_ai_invalid_pod: 'ai_invalid_pod' };

/** The name of a kind in the catalogue. */
export function catalogValueOf({ type, title }: Pick<TriggerType, 'type' | 'title'>): string {
  return establishedValueOf(type) ?? `${type}|${title}`;
}

/** The kind of this slug. */
export function triggerTypeOf(type: string): TriggerType | undefined {
  return TYPES.find((one) => one.type === (ownValue(OLDER, type) ?? type));
}

/** Slugs of the kinds that `isMeant` accepts, in every spelling that stored triggers may have. */
export function slugsOf(isMeant: (type: TriggerType) => boolean): readonly string[] {
  const slugs = new Set(TYPES.filter(isMeant).map(({ type }) => type));
  const older = Object.entries(OLDER).filter(([, type]) => slugs.has(type));
  return [...slugs, ...older.map(([slug]) => slug)];
}

/** Names of the events of all kinds. */
export function watchedEvents(): readonly string[] {
  return [...new Set(TYPES.flatMap(({ on }) => on))];
}
