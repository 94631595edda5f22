import type { Location } from '../../fulfilment/jobs/index.ts';
import { zoneEntity, zonesAt } from '../../places/zones/index.ts';
import type { CountingDeps } from './due-counts.ts';

/** An organization's first zone is found after this time at the latest. Milliseconds. */
const BELIEVED_MS = 300_000;

/** Maximum number of remembered organizations. */
const MOST = 5_000;

/** Ids of the zones that cover a dropoff. No call for an organization without zones, mostly; otherwise 2. */
export async function zonesAtDropoff(
  { table, clock, memory: { zones } }: Pick<CountingDeps, 'table' | 'clock' | 'memory'>,
  organizationId: string,
  dropoff: Location,
): Promise<readonly string[]> {
  const nowMs = clock.now();
  let known = zones.get(organizationId);
  if (!known || known.untilMs <= nowMs) {
    const first = await table.list(zoneEntity, { organizationId, shards: 1, direction: 'ASC', limit: 1 });
    known = { hasAny: first.length > 0, untilMs: nowMs + BELIEVED_MS };
    if (zones.size >= MOST) zones.clear();
    zones.set(organizationId, known);
  }
  if (!known.hasAny) return [];
  const {
    lat,
    lng,
    addressZip: zip,
    addressCity: city,
    addressState: state,
    addressCountry: country,
  } = dropoff;
  const cityZip = city && zip ? `${city} ${zip}` : null;
  const parts = Object.entries({ lat, lng, zip, city, state, country, cityZip });
  const place = Object.fromEntries(parts.filter(([, part]) => part !== null && part !== undefined));
  return (await zonesAt(table, organizationId, place)).map(({ value }) => value.id);
}
