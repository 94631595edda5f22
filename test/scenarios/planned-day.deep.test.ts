import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { type DemoApi, demoApi } from '../demo/api.ts';
import {
  checkPlannedDay,
  type SentOrder,
  type SetUpVehicle,
  type ShownRoute,
} from '../support/check-planned-day.ts';
import { scenario as test } from '../support/scenario.ts';

const HOUR_MS = 3_600_000;
/** What a busy machine may take for all of it; driving a thousand orders takes half an hour on two quiet cores. */
const PATIENCE_MS = 3 * HOUR_MS;

/** How long a request is repeated while the service answers with 409 or 503. */
const REQUEST_PATIENCE_MS = 600_000;
const DEPOT = { lat: 37.7955, lng: -122.3937 };

type HourOfDay = (hours: number) => string;

interface Activity {
  readonly id: string;
  readonly status: string;
  readonly error: { readonly message: string } | null;
  readonly result: {
    readonly routes?: readonly { readonly id: string }[];
    readonly unassignedOrders?: readonly {
      readonly orderId: string;
      readonly reasons: readonly { readonly code: string; readonly remedy: string | null }[];
    }[];
  };
}

async function ended(api: DemoApi, id: string): Promise<Activity> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const activity = await api.call<Activity>('GET', `/v1/activities/${id}`);
    if (activity.status !== 'QUEUED' && activity.status !== 'IN_PROGRESS') return activity;
    if (Date.now() > until) throw new Error(`Activity ${id} is ${activity.status}.`);
    await sleep(500);
  }
}

/** Times of a day by their hour; the day begins an hour or two after `now`. */
function dayAfter(now: number): HourOfDay {
  const start = Math.ceil(now / HOUR_MS) * HOUR_MS + HOUR_MS;
  return (hours) => new Date(start + hours * HOUR_MS).toISOString();
}

/** Vans with shifts; every third one is cold. By the id of the shift. */
async function fleet(api: DemoApi, at: HourOfDay, vans: number) {
  const { driverGroup } = await api.call<{ driverGroup: { id: string } }>(
    'PUT',
    '/v1/fleet/driver-groups/upsert',
    { externalIdentifier: 'day', name: 'Day' },
  );
  await api.call('PUT', '/v1/own-fleet', {
    rates: [{ driverGroupId: driverGroup.id, baseCents: 100, perKilometerCents: 10 }],
  });
  const vehicles = new Map<string, SetUpVehicle>();
  for (let index = 0; index < vans; index++) {
    const skills = index % 3 === 0 ? ['cold'] : [];
    const { driver } = await api.call<{ driver: { id: string } }>('PUT', '/v1/fleet/drivers/upsert', {
      externalIdentifier: `day-${index}`,
      addFirstVersionContractIds: [driverGroup.id],
      firstName: 'Driver',
      lastName: String(index),
      phoneNumber: '+14155550142',
    });
    const shift = [at(0), at(10)] as const;
    const breakWindow = [at(3.5), at(5.5)] as const;
    const capacity = 300 + 50 * (index % 2);
    const made = await api.call<{ id: string }>('POST', '/v1/shift', {
      name: `Van ${index}`,
      courierId: driver.id,
      plannedStart: shift[0],
      plannedEnd: shift[1],
      optimizationParams: {
        plannedBreaks: [{ breakDuration: 30, timeWindow: breakWindow }],
        vehicleConfig: { vehicleProfile: 'car', weight: capacity, weightUnit: 'kg', capabilities: skills },
      },
    });
    vehicles.set(made.id, { capacity, skills, shift, breakWindow, breakMinutes: 30 });
  }
  return { groupId: driverGroup.id, vehicles };
}

/** The day's file: duplicate addresses, missing windows, and every fortieth order is one that no van can take. */
function file(at: HourOfDay, count: number) {
  const sent: SentOrder[] = [];
  const rows = Array.from({ length: count }, (_, index) => {
    const place = index % 10 === 9 ? index - 1 : index;
    const isHeavy = index % 40 === 20;
    const isOdd = index % 40 === 30;
    const order: SentOrder = {
      externalId: `day-${index}`,
      weight: isHeavy ? 900 : 1 + (index % 9),
      skills: isOdd ? ['crane'] : index % 7 === 0 ? ['cold'] : [],
      lat: Math.round((37.72 + ((place * 7_919) % 1_000) / 12_500) * 1e6) / 1e6,
      lng: Math.round((-122.48 + ((place * 104_729) % 1_000) / 11_000) * 1e6) / 1e6,
      window: index % 25 === 5 ? undefined : [at((index * 3) % 5), at(((index * 3) % 5) + 4)],
    };
    sent.push(order);
    const [from = '', to = ''] = order.window ?? [];
    const pickup = order.window ? [at(0), at(10)] : ['', ''];
    return [
      order.externalId,
      order.weight,
      order.skills.map((skill) => `custom:${skill}`).join(';'),
      'Depot',
      '+14155550100',
      '1',
      'Ferry Building',
      'San Francisco',
      'CA',
      '94111',
      'US',
      DEPOT.lat,
      DEPOT.lng,
      `Guest ${index}`,
      '+14155550101',
      String(100 + place),
      'Valencia St',
      'San Francisco',
      'CA',
      '94103',
      'US',
      order.lat,
      order.lng,
      ...pickup,
      from,
      to,
      25,
    ].join(',');
  });
  const header = [
    'externalId',
    'weight',
    'requirements',
    'pickupBusinessName',
    'pickupPhoneNumber',
    ...['Number', 'FormattedStreet', 'City', 'State', 'Zip', 'Country'].map((name) => `pickupAddress${name}`),
    'pickupLat',
    'pickupLng',
    'dropoffFirstName',
    'dropoffPhoneNumber',
    ...['Number', 'FormattedStreet', 'City', 'State', 'Zip', 'Country'].map(
      (name) => `dropoffAddress${name}`,
    ),
    'dropoffLat',
    'dropoffLng',
    'pickupStartTime',
    'pickupEndTime',
    'dropoffStartTime',
    'dropoffEndTime',
    'valueCents',
  ].join(',');
  return { sent, csv: [header, ...rows].join('\n') };
}

/** Orders of the organization by their external ids. */
async function ordersOf(api: DemoApi): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (let offset = 0; ; offset += 100) {
    const { results } = await api.call<{ results: { id: string; externalId: string }[] }>(
      'GET',
      `/v1/orders?limit=100&offset=${offset}`,
    );
    for (const { id, externalId } of results) found.set(externalId, id);
    if (results.length < 100) return found;
  }
}

test.for([
  { orders: 120, vans: 5 },
  { orders: 1_000, vans: 32 },
])(
  '42 10 a day of $orders orders from a file is planned, corrected, dispatched and driven, and a foreign checker finds nothing',
  { timeout: PATIENCE_MS },
  async ({ orders: count, vans }, { local }) => {
    const api = demoApi({ baseUrl: local.cloud.baseUrl, ...(await local.tenant()) }, REQUEST_PATIENCE_MS);
    const at = dayAfter(local.cloud.clock.now());
    const { groupId, vehicles } = await fleet(api, at, vans);
    const { sent, csv } = file(at, count);
    const upload = await api.call<{ id: string; uploadUrl: string }>('POST', '/v1/uploads', {
      kind: 'orders',
      fileName: 'day.csv',
    });
    expect((await fetch(upload.uploadUrl, { method: 'PUT', body: csv })).status).toBe(200);
    const { id: importing } = await api.call<Activity>('POST', `/v1/uploads/${upload.id}/import`, {});
    await ended(api, importing);
    const ids = await ordersOf(api);
    expect(ids.size).toBe(count);
    const known = new Map(sent.map((order) => [ids.get(order.externalId)!, order]));

    const strategy = await api.call<{ id: string }>('POST', '/v1/optimization-strategies', {
      label: 'Day',
      contractIds: [groupId],
      searchLevel: 1,
    });
    const plan = async (orderIds: readonly string[]) => {
      const { id } = await api.call<Activity>('POST', '/v1/activities/optimization', {
        orderIds,
        optimizationStrategyId: strategy.id,
        save: true,
      });
      const activity = await ended(api, id);
      expect(activity).toMatchObject({ status: 'SUCCESS', result: { notSaved: [] } });
      const left = activity.result.unassignedOrders ?? [];
      const routes: ShownRoute[] = [];
      for (const one of activity.result.routes ?? [])
        routes.push(await api.call<ShownRoute>('GET', `/v1/routes/${one.id}`));
      return { left, routes };
    };
    const first = await plan([...known.keys()]);
    const leftIds = first.left.map(({ orderId }) => orderId);
    expect(checkPlannedDay(known, vehicles, first.routes, leftIds)).toEqual([]);
    const reasonOf = ({ weight, skills }: SentOrder) =>
      weight > 350 ? 'CAPACITY' : skills.includes('crane') ? 'CAPABILITY' : undefined;
    expect(new Map(first.left.map(({ orderId, reasons }) => [orderId, reasons[0]?.code] as const))).toEqual(
      new Map(
        [...known].flatMap(([id, order]) =>
          reasonOf(order) === undefined ? [] : [[id, reasonOf(order)] as const],
        ),
      ),
    );

    // Each route names its orders without windows; so does the reply to a dispatch, for all routes.
    const windowless = [...known].flatMap(([id, { window }]) => (window ? [] : [id]));
    const flawed = first.routes.filter(({ validationErrors }) => Object.keys(validationErrors).length > 0);
    expect(flawed.flatMap(({ validationErrors }) => Object.keys(validationErrors)).sort()).toEqual(
      windowless.filter((id) => !leftIds.includes(id)).sort(),
    );
    const refused = api.call('POST', '/v1/routes/dispatch', { routeIds: flawed.map(({ id }) => id) });
    const flaw = new RegExp(windowless.find((id) => !leftIds.includes(id))!);
    await expect(refused).rejects.toThrow(flaw);

    for (const id of windowless) {
      const window = [at(0), at(10)] as const;
      const [from, to] = window;
      await api.call('PATCH', `/v1/order/${id}`, {
        pickupStartTime: from,
        pickupEndTime: to,
        dropoffStartTime: from,
        dropoffEndTime: to,
      });
      known.set(id, { ...known.get(id)!, window });
    }
    for (const id of leftIds) {
      await api.call('PATCH', `/v1/order/${id}`, { weight: 2, requirements: [] });
      known.set(id, { ...known.get(id)!, weight: 2, skills: [] });
    }
    const second = await plan([...known.keys()]);
    expect(second.left).toEqual([]);
    expect(checkPlannedDay(known, vehicles, second.routes, [])).toEqual([]);

    for (const { id, stops } of second.routes) {
      await api.call('POST', '/v1/routes/dispatch', { routeIds: [id], autoDispatch: true });
      const { stops: now } = await api.call<{ stops: (ShownRoute['stops'][number] & { id: string })[] }>(
        'GET',
        `/v1/routes/${id}`,
      );
      expect(now).toHaveLength(stops.length);
      for (const stop of now) {
        if (stop.stopType !== 'PICKUP' && stop.stopType !== 'DROPOFF') continue;
        for (const status of ['IN_PROGRESS', 'COMPLETED'])
          await api.call('PATCH', `/v1/fleet/routes/${id}/stops/${stop.id}`, { status });
      }
    }
    // Drivers work in the machine's time; only timers are left to wait for.
    local.cloud.clock.setSkipping(true);
    await local.untilIdle(REQUEST_PATIENCE_MS);
    for (const { id } of second.routes)
      expect((await api.call<ShownRoute>('GET', `/v1/routes/${id}`)).status).toBe('COMPLETED');
    local.cloud.clock.setSkipping(false);
  },
);
