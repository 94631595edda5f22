import { takeOrdersOff } from '../../../fleet/routes/index.ts';
import type { RunDeps } from '../runs/run-deps.ts';
import type { EffectOf, EffectOwner } from './define-carry-out.ts';
import { done, failedEffect, type PlannedEffect } from './planned-effect.ts';

/**
 * Takes the order off its route, which can take several transactions. It is done before the step is written,
 * and repeating it does nothing.
 */
export async function leaveRoute(
  deps: RunDeps,
  { target, payload: { routeId } }: EffectOf<'remove_order_from_route'>,
  { organizationId }: EffectOwner,
): Promise<PlannedEffect> {
  const orderId = target?.id ?? '';
  const refused = await takeOrdersOff(deps, { organizationId, orderIds: [orderId], routeId });
  return refused ? failedEffect(refused.message) : done([]);
}
