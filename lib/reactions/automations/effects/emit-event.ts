import { isRefusal } from '../../../platform/core/refusal.ts';
import { planOccurrence } from '../../custom-events/index.ts';
import type { EffectOf, EffectOwner, RequestDeps } from './define-carry-out.ts';
import { done, failedEffect, type PlannedEffect } from './planned-effect.ts';

/** Emits a custom event of the order or job. */
export async function emitEvent(
  deps: RequestDeps,
  { target, payload, key }: EffectOf<'emit_custom_event'>,
  { organizationId }: EffectOwner,
): Promise<PlannedEffect> {
  const subject = {
    organizationId,
    entityType: target?.type === 'job' ? ('job' as const) : ('order' as const),
    entityId: target?.id ?? '',
  };
  const options = { nowMs: deps.clock.now(), isLimited: false };
  const operations = await planOccurrence(deps.table, subject, { ...payload, cause: key }, options);
  return isRefusal(operations) ? failedEffect(operations.message) : done(operations);
}
