import {
  type OwnFleetSettings,
  type ProviderAccount,
  providerAccountEntity,
  providerNotFound,
} from '../../fulfilment/providers/accounts/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import { lostRace } from '../../platform/core/commit.ts';
import { refuseOtherVersion } from '../../platform/core/expected-version.ts';
import type { Refusal } from '../../platform/core/refusal.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { type Stored, save } from '../../platform/table/index.ts';
import { type FleetCaller, findGroupsByAnyId } from '../fleet/index.ts';
import { OWN_FLEET } from './provider/index.ts';
import { invalidOwnFleet } from './refusals.ts';

/** The own fleet as a provider, as the organization set it up. */
export interface OwnFleetAccount {
  readonly stored: Stored<ProviderAccount>;
  readonly settings: OwnFleetSettings;
}

/** The own fleet's settings; a refusal while the organization has none. 1 call. */
export async function readOwnFleet(
  { table }: Pick<CoreDeps, 'table'>,
  organizationId: string,
): Promise<OwnFleetAccount | Refusal> {
  const stored = await table.get(providerAccountEntity, { organizationId, id: OWN_FLEET.id });
  const settings = stored?.value.ownFleet;
  return stored && settings
    ? { stored, settings }
    : providerNotFound('The own fleet is not set up. Send its rates with PUT /v1/own-fleet.', {});
}

/** Sets up the own fleet or changes its settings. It then quotes and delivers like any other provider. */
export async function saveOwnFleet(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  caller: FleetCaller,
  wanted: { readonly settings: OwnFleetSettings; readonly isEnabled: boolean },
  expectedVersion?: number,
): Promise<OwnFleetAccount | Refusal> {
  const { organizationId } = caller;
  const ids = wanted.settings.rates.map(({ driverGroupId }) => driverGroupId);
  const groups = await findGroupsByAnyId(deps.table, caller, ids);
  const unknownIds = ids.filter((_, index) => !groups[index]);
  if (unknownIds.length > 0) {
    return invalidOwnFleet(
      `rates names driver groups that the organization does not have: ${unknownIds.slice(0, 5).join(', ')}. Create them first or leave them out.`,
      { unknownIds, fields: { rates: 'Unknown driver groups.' } },
    );
  }
  const rates = wanted.settings.rates.map((rate, index) => ({
    ...rate,
    driverGroupId: groups[index]!.value.id,
  }));
  if (new Set(rates.map(({ driverGroupId }) => driverGroupId)).size < rates.length) {
    return invalidOwnFleet('rates names a driver group twice. Send one rate for each.', {
      fields: { rates: 'Twice the same driver group.' },
    });
  }
  const settings = { ...wanted.settings, rates };
  const stored = await deps.table.get(providerAccountEntity, { organizationId, id: OWN_FLEET.id });
  const stale = refuseOtherVersion(expectedVersion, stored ?? { version: 0 });
  if (stale) return stale;
  const at = toInstant(deps.clock.now());
  const account: ProviderAccount = {
    organizationId,
    id: OWN_FLEET.id,
    kind: 'own-fleet',
    name: OWN_FLEET.name,
    baseUrl: null,
    credentialsVersion: 0,
    createdAt: stored?.value.createdAt ?? at,
    updatedAt: at,
    isEnabled: wanted.isEnabled,
    chatChannel: null,
    ownFleet: settings,
  };
  if (!(await deps.table.write([save(providerAccountEntity, stored, account)])).ok) {
    return lostRace({ what: 'provider account', id: OWN_FLEET.id });
  }
  return { stored: { value: account, version: (stored?.version ?? 0) + 1 }, settings };
}
