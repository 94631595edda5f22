/** An order as the one who sent it knows it. */
export interface SentOrder {
  readonly externalId: string;
  readonly weight: number;
  readonly skills: readonly string[];
  readonly lat: number;
  readonly lng: number;
  /** Its dropoff window; undefined = at any time. */
  readonly window: readonly [from: string, to: string] | undefined;
}

/** A vehicle with its shift, as it was set up. */
export interface SetUpVehicle {
  readonly capacity: number;
  readonly skills: readonly string[];
  readonly shift: readonly [from: string, to: string];
  readonly breakWindow: readonly [from: string, to: string];
  readonly breakMinutes: number;
}

/** A stop in a reply. */
interface ShownStop {
  readonly stopType: string;
  readonly objectIds: readonly string[];
  readonly location: { readonly lat: number; readonly lng: number } | null;
  readonly arrivalTime: string;
  readonly departTime: string;
  readonly serviceTime: number | null;
  readonly distanceFromPrevious: number | null;
  readonly durationFromPrevious: number | null;
}

/** A route in a reply. */
export interface ShownRoute {
  readonly id: string;
  readonly status: string;
  readonly shiftId: string | null;
  readonly validationErrors: Readonly<Record<string, string>>;
  readonly stops: readonly ShownStop[];
}

/** Trucks are slower than this everywhere. Metres per second. */
const FASTEST = 40;
const SECOND_MS = 1_000;

/**
 * What is wrong with a plan, recomputed from what was sent and what the service shows, with no code of the service: every
 * order once or left out, loads, skills, windows, shifts, breaks, and times that a vehicle could keep.
 */
export function checkPlannedDay(
  orders: ReadonlyMap<string, SentOrder>,
  vehicles: ReadonlyMap<string, SetUpVehicle>,
  routes: readonly ShownRoute[],
  leftOut: readonly string[],
): readonly string[] {
  const faults: string[] = [];
  const seen = new Map<string, number>();
  for (const id of leftOut) seen.set(id, (seen.get(id) ?? 0) + 1);
  for (const route of routes) {
    const say = (what: string) => faults.push(`${route.id}: ${what}`);
    const vehicle = vehicles.get(route.shiftId ?? '');
    if (!vehicle) {
      say(`no shift ${route.shiftId}`);
      continue;
    }
    const dropped = route.stops
      .filter(({ stopType }) => stopType === 'DROPOFF')
      .flatMap(({ objectIds }) => objectIds);
    for (const id of dropped) seen.set(id, (seen.get(id) ?? 0) + 1);
    checkLoads(orders, vehicle, route, dropped, say);
    checkTimes(orders, vehicle, route, say);
  }
  for (const [id, { externalId }] of orders)
    if (seen.get(id) !== 1) faults.push(`${externalId} is planned or left out ${seen.get(id) ?? 0} times`);
  for (const id of seen.keys()) if (!orders.has(id)) faults.push(`${id} was never sent`);
  return faults;
}

function checkLoads(
  orders: ReadonlyMap<string, SentOrder>,
  vehicle: SetUpVehicle,
  { stops }: ShownRoute,
  dropped: readonly string[],
  say: (what: string) => void,
): void {
  const weightOf = (ids: readonly string[]) =>
    ids.reduce((sum, id) => sum + (orders.get(id)?.weight ?? 0), 0);
  const collected = new Set(
    stops.filter(({ stopType }) => stopType === 'PICKUP').flatMap(({ objectIds }) => objectIds),
  );
  let load = weightOf(dropped.filter((id) => !collected.has(id)));
  if (load > vehicle.capacity) say(`starts with ${load} kg of ${vehicle.capacity}`);
  const carried = new Set(dropped.filter((id) => !collected.has(id)));
  for (const { stopType, objectIds } of stops) {
    if (stopType === 'PICKUP') {
      load += weightOf(objectIds);
      for (const id of objectIds) carried.add(id);
    }
    if (load > vehicle.capacity) say(`carries ${load} kg of ${vehicle.capacity}`);
    if (stopType !== 'DROPOFF') continue;
    load -= weightOf(objectIds);
    for (const id of objectIds) {
      if (!carried.delete(id)) say(`${id} is dropped off before it is on board`);
      for (const skill of orders.get(id)?.skills ?? [])
        if (!vehicle.skills.includes(skill)) say(`${id} needs ${skill}`);
    }
  }
}

function checkTimes(
  orders: ReadonlyMap<string, SentOrder>,
  { shift, breakWindow, breakMinutes }: SetUpVehicle,
  { stops }: ShownRoute,
  say: (what: string) => void,
): void {
  const at = (time: string) => Date.parse(time);
  const breaks = stops.filter(({ stopType }) => stopType === 'DRIVER_BREAK');
  const [first, last] = [stops[0]!, stops.at(-1)!];
  if (at(first.arrivalTime) < at(shift[0])) say('starts before the shift');
  if (at(last.departTime) > at(shift[1])) say('ends after the shift');
  const needsBreak = at(first.departTime) < at(breakWindow[0]) && at(last.arrivalTime) > at(breakWindow[1]);
  if (needsBreak && breaks.length !== 1) say(`has ${breaks.length} breaks`);
  for (const { arrivalTime, departTime } of breaks) {
    if (at(arrivalTime) < at(breakWindow[0]) || at(departTime) > at(breakWindow[1]))
      say(`has its break at ${arrivalTime} to ${departTime}, outside of ${breakWindow.join(' to ')}`);
    if (at(departTime) - at(arrivalTime) !== breakMinutes * 60 * SECOND_MS)
      say('has a break of another length');
  }
  let left = at(first.departTime);
  let free = left;
  let paused = 0;
  let here = first.location;
  for (const stop of stops.slice(1)) {
    const { location, arrivalTime, departTime, serviceTime, stopType, objectIds } = stop;
    if (at(arrivalTime) < free) say(`is at ${stopType} ${arrivalTime} before it has left the stop before`);
    free = at(departTime);
    if (stopType === 'DRIVER_BREAK') {
      paused += at(departTime) - at(arrivalTime);
      continue;
    }
    // The break is taken before the way or after it.
    const driven = (stop.durationFromPrevious ?? 0) * SECOND_MS;
    const early = left + driven + paused - at(arrivalTime);
    if (early > 0) say(`is at ${stopType} ${arrivalTime}, ${early / SECOND_MS} s too early`);
    left = at(departTime);
    paused = 0;
    if (location && here) {
      const metres = metresBetween(here, location);
      if ((stop.distanceFromPrevious ?? 0) < metres * 0.99 - 1)
        say(`drives ${metres} m as ${stop.distanceFromPrevious}`);
      if (metres > 50 && driven < (metres / FASTEST) * SECOND_MS) say('flies');
    }
    here = location ?? here;
    if (stopType !== 'DROPOFF') continue;
    const begin = at(departTime) - (serviceTime ?? 0) * SECOND_MS;
    for (const id of objectIds) {
      const order = orders.get(id);
      if (order && location && metresBetween(order, location) > 1) say(`${id} is brought elsewhere`);
      if (!order?.window) continue;
      if (at(arrivalTime) > at(order.window[1])) say(`${id} is late`);
      if (objectIds.length === 1 && begin < at(order.window[0]) - SECOND_MS) say(`${id} is early`);
    }
  }
}

const EARTH = 6_371_008;

function metresBetween(
  a: { readonly lat: number; readonly lng: number },
  b: { readonly lat: number; readonly lng: number },
): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const [north, east] = [radians(b.lat - a.lat) / 2, radians(b.lng - a.lng) / 2];
  const h = Math.sin(north) ** 2 + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * Math.sin(east) ** 2;
  return 2 * EARTH * Math.asin(Math.sqrt(h));
}
