import { toInstant } from '../../../platform/core/clock.ts';
import { commit } from '../../../platform/core/commit.ts';
import { type DestinationPolicy, unusableUrl } from '../../../platform/core/destination.ts';
import type { Refusal } from '../../../platform/core/refusal.ts';
import { sameValue } from '../../../platform/core/same-value.ts';
import type { CoreDeps } from '../../../platform/runtime/index.ts';
import { replace } from '../../../platform/table/index.ts';
import { unknownPhone } from '../manage-phones.ts';
import { type DriverPhone, driverPhoneEntity, isSignedIn } from '../phone.ts';
import { pushUnusable } from '../refusals.ts';
import type { PushSubscription } from './push-subscription.ts';

/** Sets where a phone gets push messages; null = it gets none. */
export async function setPush(
  deps: Pick<CoreDeps, 'table' | 'clock'> & { readonly destinations: DestinationPolicy },
  key: Pick<DriverPhone, 'organizationId' | 'courierId' | 'id'>,
  push: PushSubscription | null,
): Promise<DriverPhone | Refusal> {
  const { table, clock } = deps;
  const unusable = push === null ? undefined : unusableUrl(push.endpoint, deps.destinations);
  if (unusable !== undefined) return pushUnusable(unusable, { fields: { endpoint: unusable } });
  return commit(deps, { what: 'driver phone', id: key.id }, async () => {
    const stored = await table.get(driverPhoneEntity, key);
    if (!stored || !isSignedIn(stored.value, toInstant(clock.now()))) return unknownPhone(key.id);
    if (sameValue(stored.value.push, push)) return stored.value;
    const next = { ...stored.value, push };
    if ((await table.write([replace(driverPhoneEntity, stored, next)])).ok) return next;
  });
}
