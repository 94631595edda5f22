import {
  type Corner,
  encodeRing,
  indexKeysOf,
  type Zone,
  zoneEntity,
  zoneIndexEntity,
  zonesAt,
} from '../../lib/places/zones/index.ts';
import { create, type Operation } from '../../lib/platform/table/index.ts';
import type { ServedTable, TestTable } from '../support/test-table.ts';

const ORGANIZATION = 'org_zones';
const CORNERS = 200;
/** South-west corner of the area with the zones. */
const [SOUTH, WEST] = [37, -122];

/** A repeatable number between 0 and 1. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

/** Puts zones of 200 corners into the table, at random within `spread` degrees, in the form that `writeZone` stores. */
export async function fillZones(
  { deps }: TestTable,
  { count, spread, radius }: { readonly count: number; readonly spread: number; readonly radius: number },
): Promise<void> {
  const next = random(1);
  const index = new Map<string, string[]>();
  const operations: Operation[] = [];
  const flush = async () => {
    if (!(await deps.table.write(operations.splice(0))).ok)
      throw new Error('The zones could not be written.');
  };
  for (let number = 0; number < count; number += 1) {
    const zone = anyZone(number, [WEST + spread * next(), SOUTH + spread * next()], radius, next);
    for (const key of indexKeysOf(zone.coverageArea)) {
      index.set(key, [...(index.get(key) ?? []), zone.id.slice('zone_'.length)]);
    }
    operations.push(create(zoneEntity, zone));
    if (operations.length === 100) await flush();
  }
  for (const [key, zones] of index) {
    operations.push(create(zoneIndexEntity, { organizationId: ORGANIZATION, key, zones }));
    if (operations.length === 100) await flush();
  }
  await flush();
}

/**
 * Looks points up one by one: mean CPU time of a look-up in this process, maximum number of calls, mean number of
 * zones.
 */
export async function coveringZones(
  { deps, client }: ServedTable,
  { lookUps, spread }: { readonly lookUps: number; readonly spread: number },
): Promise<{ readonly cpuMilliseconds: number; readonly calls: number; readonly found: number }> {
  const next = random(2);
  const look = () =>
    zonesAt(deps.table, ORGANIZATION, { lat: SOUTH + spread * next(), lng: WEST + spread * next() });
  for (let warm = 0; warm < 50; warm += 1) await look();
  let [own, calls, found] = [0, 0, 0];
  client.middlewareStack.add(
    (send) => (call) => {
      own += 1;
      return send(call);
    },
    { step: 'initialize', name: 'countCalls' },
  );
  const before = process.cpuUsage();
  for (let done = 0; done < lookUps; done += 1) {
    own = 0;
    found += (await look()).length;
    calls = Math.max(calls, own);
  }
  const { user, system } = process.cpuUsage(before);
  client.middlewareStack.remove('countCalls');
  return { cpuMilliseconds: (user + system) / 1000 / lookUps, calls, found: found / lookUps };
}

function anyZone(number: number, [lng, lat]: Corner, radius: number, next: () => number): Zone {
  const corners = Array.from({ length: CORNERS }, (_, corner): Corner => {
    const angle = (2 * Math.PI * corner) / CORNERS;
    const distance = radius * (0.8 + 0.2 * next());
    return [lng + distance * Math.cos(angle), lat + distance * Math.sin(angle)];
  });
  const id = `zone_${String(number).padStart(26, '0')}`;
  const at = '2026-03-01T09:00:00.000Z';
  return {
    organizationId: ORGANIZATION,
    id,
    name: `Zone ${number}`,
    coverageArea: {
      id: `cov_${number}`,
      cityZipcodes: [],
      zipCodes: [],
      cities: [],
      states: [],
      countries: [],
      polygons: [{ id: `cov_${number}_1`, rings: [encodeRing([...corners, corners[0]!])] }],
    },
    storeLocationAssociations: [],
    tags: [],
    isDeleted: false,
    createdAt: at,
    updatedAt: at,
  };
}
