import type { Order } from '../../ordering/orders/index.ts';
import type { Point } from '../../platform/core/geography.ts';
import type { Ids } from '../../platform/core/ids.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import type { BreakRule } from './break-rule.ts';
import { routeInvalid } from './refusals.ts';
import { MAX_ORDERS, MAX_STOPS, newStop, type Stop, type StopType } from './stop.ts';

/** A stop as a caller sends it. Undefined = not sent. */
export interface StopInput {
  readonly id?: string | undefined;
  readonly stopType: StopType;
  readonly objectIds: readonly string[];
  readonly serviceTime?: number | undefined;
  readonly distanceFromPrevious?: number | undefined;
  readonly durationFromPrevious?: number | undefined;
  readonly arrivalTime?: string | undefined;
  readonly departTime?: string | undefined;
  readonly location?: Point | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  /** Only of planned breaks. */
  readonly breakRule?: BreakRule | null | undefined;
}

/** What the objects at stops are. */
export interface KnownObjects {
  /** Orders by the id or external id that the caller used. */
  readonly orders: ReadonlyMap<string, Order>;
  /** Places of store locations, by the id that the caller used. */
  readonly stores: ReadonlyMap<string, { readonly id: string; readonly location: Point | null }>;
}

/** Ids of the objects that are needed to parse these stops. */
export function objectIdsIn(inputs: readonly StopInput[]): {
  orderIds: readonly string[];
  storeIds: readonly string[];
} {
  const of = (...types: readonly StopType[]) => [
    ...new Set(
      inputs.filter(({ stopType }) => types.includes(stopType)).flatMap(({ objectIds }) => objectIds),
    ),
  ];
  return { orderIds: of('PICKUP', 'DROPOFF', 'RETURN'), storeIds: of('ROUTE_START', 'ROUTE_END') };
}

/**
 * The stops of a route from a caller's input, replacing the existing ones. A stop keeps its id, status and
 * history when the caller names it, or when there was one of the same type with the same objects
 * (contract-facts 7.1).
 */
export function readStops(
  ids: Ids,
  inputs: readonly StopInput[],
  before: readonly Stop[],
  known: KnownObjects,
): readonly Stop[] | Refusal {
  if (inputs.length > MAX_STOPS)
    return invalid('stops', `has ${inputs.length} stops. A route has at most ${MAX_STOPS}; split it.`);
  const left = [...before];
  const take = (matches: (stop: Stop) => boolean) => {
    const index = left.findIndex(matches);
    return index < 0 ? undefined : left.splice(index, 1)[0];
  };
  const read: Stop[] = [];
  for (const [index, input] of inputs.entries()) {
    const stop = readStop(input, known);
    if (isRefusal(stop)) return at(index, stop);
    const kept =
      input.id === undefined
        ? undefined
        : take(({ id, stopType }) => id === input.id && stopType === input.stopType);
    if (input.id !== undefined && !kept)
      return at(
        index,
        invalid('id', `is "${input.id}", which is not a ${input.stopType} stop of the route. Leave it out.`),
      );
    read.push(kept ? { ...kept, ...stop } : { ...newStop({ id: '', ...stop }) });
  }
  const stops = read.map((stop) => {
    if (stop.id !== '') return stop;
    const same = take(
      ({ stopType, objectIds }) => stopType === stop.stopType && sameIds(objectIds, stop.objectIds),
    );
    const { id, status, statusDescription, statusHistory, startedAt, breakRule } = same ?? stop;
    const kept = same ? { status, statusDescription, statusHistory, startedAt } : {};
    const rule = stop.breakRule ?? breakRule;
    return { ...stop, ...kept, breakRule: rule, id: id === '' ? ids.next('stp') : id };
  });
  return refuseOrder(stops) ?? stops;
}

type ReadStop = Pick<Stop, 'stopType' | 'objectIds' | 'location'> & Partial<Stop>;

function readStop(input: StopInput, known: KnownObjects): ReadStop | Refusal {
  const { stopType, objectIds } = input;
  const isBreak = stopType === 'DRIVER_BREAK';
  const isEnd = stopType === 'ROUTE_START' || stopType === 'ROUTE_END';
  if (!isBreak && !isEnd && objectIds.length === 0)
    return invalid('objectIds', 'is empty. Name the orders of the stop.');
  if (new Set(objectIds).size < objectIds.length)
    return invalid('objectIds', 'names an object twice. Name it once.');
  const orders = objectIds.map((id) => known.orders.get(id)).filter((order) => order !== undefined);
  const stores = objectIds.map((id) => known.stores.get(id)).filter((store) => store !== undefined);
  const location = input.location ?? (isEnd ? (stores[0]?.location ?? null) : placeOf(stopType, orders[0]));
  if (!isBreak && location === null)
    return invalid(
      'location',
      'is missing, and the object of the stop has no coordinates. Send `lat` and `lng`.',
    );
  return {
    stopType,
    objectIds: isBreak ? [...objectIds] : isEnd ? stores.map(({ id }) => id) : orders.map(({ id }) => id),
    location,
    serviceTime: input.serviceTime ?? null,
    distanceFromPrevious: input.distanceFromPrevious ?? null,
    durationFromPrevious: input.durationFromPrevious ?? null,
    arrivalTime: input.arrivalTime ?? null,
    departTime: input.departTime ?? null,
    plannedArrivalTime: input.arrivalTime ?? null,
    breakDuration: isBreak ? (input.serviceTime ?? null) : null,
    ...(input.breakRule ? { breakRule: input.breakRule } : {}),
    metadata: input.metadata ? { ...input.metadata } : null,
  };
}

/** Where an order is picked up or dropped off. */
export function placeOf(stopType: StopType, order: Order | undefined): Point | null {
  if (!order) return null;
  const side = stopType === 'DROPOFF' ? 'dropoff' : 'pickup';
  const lat = order[`${side}Lat`];
  const lng = order[`${side}Lng`];
  return lat === undefined || lng === undefined ? null : { lat, lng };
}

/** Start first, end last, an order dropped off at one stop only, not too many orders. */
export function refuseOrder(stops: readonly Stop[]): Refusal | undefined {
  const seen = new Set<string>();
  for (const [index, { stopType, objectIds }] of stops.entries()) {
    if (stopType === 'ROUTE_START' && index > 0)
      return at(index, invalid('stopType', 'is ROUTE_START, which can only be the first stop.'));
    if (stopType === 'ROUTE_END' && index < stops.length - 1)
      return at(index, invalid('stopType', 'is ROUTE_END, which can only be the last stop.'));
    for (const id of objectIds) {
      const key = `${stopType} ${id}`;
      if (seen.has(key))
        return at(index, invalid('objectIds', `names ${id}, which another ${stopType} stop already has.`));
      seen.add(key);
    }
  }
  const orders = new Set(
    stops.filter(({ stopType }) => stopType === 'DROPOFF').flatMap(({ objectIds }) => objectIds),
  ).size;
  if (orders > MAX_ORDERS)
    return invalid('stops', `have ${orders} orders. A route has at most ${MAX_ORDERS}; split it.`);
  return undefined;
}

function sameIds(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id) => b.includes(id));
}

function invalid(field: string, why: string): Refusal {
  return routeInvalid(`\`${field}\` ${why}`, { fields: { [field]: why } });
}

/** The refusal of one stop as a refusal of the whole request. */
function at(index: number, refusal: Refusal): Refusal {
  const [[field = '', why = ''] = []] = Object.entries(
    (refusal.details.fields ?? {}) as Readonly<Record<string, string>>,
  );
  return invalid(`stops[${index}].${field}`, why);
}
