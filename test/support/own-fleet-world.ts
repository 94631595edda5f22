import { deliveriesArea } from '../../functions/api/deliveries/index.ts';
import { executeArea } from '../../functions/api/execute/index.ts';
import { fleetArea } from '../../functions/api/fleet/index.ts';
import { jobBodyExample } from '../../functions/api/jobs/job-schemas.ts';
import { ownFleetArea } from '../../functions/api/own-fleet/index.ts';
import { routeExecutionArea } from '../../functions/api/route-execution/index.ts';
import { routesArea } from '../../functions/api/routes/index.ts';
import { worker as assignCouriers } from '../../functions/workers/assign-couriers.ts';
import { ownFleet } from '../../lib/fleet/own-fleet/provider/index.ts';
import type { JobDeps } from '../../lib/fulfilment/dispatch/index.ts';
import { organizationProviders, providerAccounts } from '../../lib/fulfilment/providers/accounts/index.ts';
import {
  type Provider,
  type ProviderRegistry,
  providerRegistry,
} from '../../lib/fulfilment/providers/index.ts';
import { toInstant } from '../../lib/platform/core/clock.ts';
import type { Area } from '../../lib/platform/http/index.ts';
import { type DispatchApi, startDispatchApi } from './dispatch-api.ts';
import { memoryCredentials } from './memory-credentials.ts';
import type { TestTable } from './test-table.ts';

/** The own fleet on a table. */
export function ownFleetOn(deps: TestTable['deps']): Provider {
  return ownFleet({ ...deps, book: providerAccounts({ ...deps, store: memoryCredentials() }) });
}

/** These providers and, for organizations that have it, the own fleet, as a function instance remembers them. */
export function rememberedProviders(
  others: readonly Provider[],
): (deps: TestTable['deps']) => { readonly providers: ProviderRegistry } {
  return (deps) => {
    const book = providerAccounts({ ...deps, store: memoryCredentials() });
    const partner = () => {
      throw new Error('The organization has no partners.');
    };
    return {
      providers: providerRegistry(others, organizationProviders(book, partner, ownFleet({ ...deps, book }))),
    };
  };
}

/** An organization with an own fleet besides other providers. */
export interface OwnFleetWorld extends DispatchApi {
  /** Creates a courier of the group who is on shift, and reports the courier's position. */
  courier(at?: { readonly latitude: number; readonly longitude: number }, fields?: object): Promise<string>;
  /** Dispatches a job and returns its id; by default the own fleet comes first. */
  dispatch(fields?: object, settings?: object): Promise<string>;
  job(id: string): ReturnType<DispatchApi['must']>;
  /** The task of the latest attempt. */
  task(
    id: string,
  ): Promise<{ id: string; status: string; providerId: string; delivery: Record<string, unknown> }>;
  assignments(courierId: string): Promise<readonly { id: string; status: string }[]>;
  /** Switches the own fleet off and on again, so that the function instance remembers it as off. */
  switchOffAndOn(): Promise<void>;
  readonly groupId: string;
}

/** Creates the group and its rates. `settings` are those of the own fleet. */
export async function startOwnFleet(
  others: readonly Provider[] = [],
  settings: object = {},
  more: Pick<NonNullable<Parameters<typeof startDispatchApi>[1]>, 'workers' | 'startTable' | 'extra'> = {},
): Promise<OwnFleetWorld> {
  const areas = [ownFleetArea, fleetArea, deliveriesArea, routesArea, routeExecutionArea, executeArea];
  const api = await startDispatchApi((deps) => [ownFleetOn(deps), ...others], {
    areas: areas as unknown as readonly Area<JobDeps>[],
    ...more,
    workers: [assignCouriers, ...(more.workers ?? [])],
  });
  const { driverGroup } = await api.must('PUT /v1/fleet/driver-groups/upsert', {
    body: { externalIdentifier: 'north', name: 'North' },
  });
  const groupId: string = driverGroup.firstVersionContractId;
  const rates = [{ driverGroupId: groupId, baseCents: 100, perKilometerCents: 10 }];
  await api.must('PUT /v1/own-fleet', { body: { rates, ...settings } });
  const job = (id: string) => api.must('GET /v1/jobs/{id}', { params: { id } });
  return {
    ...api,
    groupId,
    job,
    async switchOffAndOn() {
      await api.must('PUT /v1/own-fleet', { body: { rates, ...settings, isEnabled: false } });
      await api.deps.providers.of('org_test', 'now');
      await api.must('PUT /v1/own-fleet', { body: { rates, ...settings } });
    },
    async courier(at, fields = {}) {
      const name = api.db.deps.ids.next('cou');
      const person = { firstName: 'Kim', lastName: 'Lee', phoneNumber: '+14155550142' };
      const upserted = await api.must('PUT /v1/fleet/drivers/upsert', {
        body: { externalIdentifier: name, addFirstVersionContractIds: [groupId], ...person, ...fields },
      });
      const { id } = upserted.driver ?? upserted;
      const now = api.db.deps.clock.now();
      await api.must('POST /v1/shift', {
        body: {
          name: 'Day',
          courierId: id,
          plannedStart: toInstant(now - 3_600_000),
          plannedEnd: toInstant(now + 8 * 3_600_000),
        },
      });
      if (at) await api.must('PUT /v1/fleet/couriers/{id}/position', { params: { id }, body: at });
      return id;
    },
    async dispatch(fields = {}, strategy = {}) {
      const { id: optionsGroupId } = await api.strategy({ enableAutoDispatch: true, ...strategy });
      const made = await api.must('POST /v1/jobs', {
        body: { ...jobBodyExample, optionsGroupId, ...fields },
      });
      await api.drain();
      return made.id;
    },
    task: async (id) => (await job(id)).jobConfigurations[0].tasks.at(-1),
    assignments: async (id) =>
      (await api.must('GET /v1/fleet/couriers/{id}/assignments', { params: { id } })).assignments,
  };
}
