import { covers, listZones, type Zone, zonesInTable } from '../../../places/zones/index.ts';
import type { CoreDeps } from '../../../platform/runtime/index.ts';
import type { Destination } from '../destinations/destination.ts';
import { readSettings } from '../read-settings.ts';
import type { NotificationTrigger } from '../triggers/trigger.ts';
import { triggerTypeOf } from '../types/index.ts';

/** Settings for checking positions of an organization's couriers. */
export interface PositionSettings {
  readonly triggers: readonly NotificationTrigger[];
  readonly destinations: readonly Destination[];
  /** Ids of the zones that a trigger asks for and that cover a place. */
  zonesAt(lat: number, lng: number): readonly string[];
}

/** Settings are read again after this time; until then positions use the earlier ones. */
const FRESH_MS = 15_000;

/** Maximum number of organizations whose settings an instance keeps in memory. */
const MOST = 200;

/** Maximum number of an organization's zones that are watched for triggers without zones of their own. */
const MAX_ZONES = 200;

/**
 * The settings for positions, kept in the memory of a function instance, because thousands of positions a minute would
 * read the same settings over and over.
 */
export function positionSettings(deps: CoreDeps): (organizationId: string) => Promise<PositionSettings> {
  const kept = new Map<string, { readonly until: number; readonly settings: Promise<PositionSettings> }>();
  return (organizationId) => {
    const now = deps.clock.now();
    const known = kept.get(organizationId);
    if (known && known.until > now) return known.settings;
    const settings = load(deps, organizationId);
    kept.delete(organizationId);
    if (kept.size >= MOST) kept.delete(kept.keys().next().value ?? '');
    kept.set(organizationId, { until: now + FRESH_MS, settings });
    settings.catch(() => kept.delete(organizationId));
    return settings;
  };
}

async function load(deps: CoreDeps, organizationId: string): Promise<PositionSettings> {
  const { triggers, destinations } = await readSettings(deps, organizationId);
  const judging = triggers.map(({ value }) => value).filter(isJudge);
  const zones = await zonesOf(deps, organizationId, judging);
  return {
    triggers: judging,
    destinations: destinations.map(({ value }) => value),
    zonesAt: (lat, lng) =>
      zones.filter(({ coverageArea }) => covers(coverageArea, { lat, lng })).map(({ id }) => id),
  };
}

function isJudge({ enabled, type }: NotificationTrigger): boolean {
  return enabled && triggerTypeOf(type)?.judge !== undefined;
}

/** The zones that a trigger on zones watches; empty = all. */
export function watchedZones({ type, parameters, zoneIds }: NotificationTrigger): readonly string[] {
  if (type !== 'zone_geolocation') return [];
  const own = Array.isArray(parameters.zoneIds) ? parameters.zoneIds.map(String) : [];
  return own.length > 0 ? own : zoneIds;
}

async function zonesOf(
  deps: CoreDeps,
  organizationId: string,
  triggers: readonly NotificationTrigger[],
): Promise<readonly Zone[]> {
  const watching = triggers.filter(({ type }) => type === 'zone_geolocation');
  if (watching.length === 0) return [];
  if (watching.some((trigger) => watchedZones(trigger).length === 0)) {
    const page = await listZones(
      deps,
      { organizationId, keyId: 'notifications' },
      { isDeleted: false, limit: MAX_ZONES, offset: 0 },
    );
    return page.zones.map(({ value }) => value);
  }
  const ids = [...new Set(watching.flatMap(watchedZones))].slice(0, MAX_ZONES);
  const found = await zonesInTable(deps.table).byIds(organizationId, ids);
  return found.filter((zone) => zone !== undefined);
}
