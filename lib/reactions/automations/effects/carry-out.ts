import type { ActionKey } from '../../../engines/workflows/index.ts';
import { carryOutInRequest } from './carry-out-in-request.ts';
import { type CarryOut, changesOrder, writes, writesAlone } from './define-carry-out.ts';
import { handOutWork } from './hand-out-work.ts';
import { cancelDelivery, cancelOrder, flagDelivery, reassignTask } from './job-effects.ts';
import { leaveRoute } from './leave-route.ts';
import { ofKind } from './of-kind.ts';
import { moveWindows } from './order-changes.ts';
import { assignRouteFlag, raiseRouteFlag, resolveRouteFlag, updateRouteFlag } from './route-effects.ts';

const WAYS: { readonly [Key in ActionKey]: CarryOut<Key> } = {
  reschedule_order: changesOrder(moveWindows, { mustStayValid: true }),
  cancel_order: writesAlone(cancelOrder),
  cancel_delivery: writesAlone(cancelDelivery),
  auto_reassign: writesAlone(reassignTask),
  flag_delivery: writes(flagDelivery),
  remove_order_from_route: writesAlone(leaveRoute),
  // All flags of a route are one item, which a transaction can write once.
  raise_route_flag: writesAlone(raiseRouteFlag),
  update_route_flag: writesAlone(updateRouteFlag),
  resolve_route_flag: writesAlone(resolveRouteFlag),
  assign_route_flag: writesAlone(assignRouteFlag),
  // This comes last, so that a second entry for the same action does not compile.
  ...carryOutInRequest(),
  ...ofKind('work', writes(handOutWork)),
};

/** How to carry out the effect of every action. Loaded late: most events that are listened to start no run. */
export function carryOut(): typeof WAYS {
  return WAYS;
}
