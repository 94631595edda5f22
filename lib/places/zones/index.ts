export { covers, indexKeysOf, type Place } from './area/coverage.ts';
export { MAX_CORNERS } from './area/read-polygon.ts';
export { type Corner, encodeRing } from './area/ring.ts';
export { createZone, deleteZone, updateZone, upsertZones } from './change-zone.ts';
export { findZoneByExternalId, listZones, readZone } from './read-zone.ts';
export {
  invalidZone,
  unknownZoneReferences,
  zoneAreaIsCrowded,
  zoneExists,
  zoneInUse,
  zoneNotFound,
} from './refusals.ts';
export { type RenderedPolygon, renderPolygons } from './render-area.ts';
export type { RestrictedThere } from './restricted-at.ts';
export { planStoreZones, zonesOfStore } from './store-zones.ts';
export { type CoverageArea, type StoreAssociation, type Zone, zoneEntity } from './zone.ts';
export {
  appliesAt,
  findZonesOfStore,
  rememberingZones,
  type ZoneDirectory,
  zonesInTable,
} from './zone-directory.ts';
export { zoneIndexEntity } from './zone-index.ts';
export type { ZoneInput } from './zone-input.ts';
export {
  findRestrictionsOf,
  listZoneRestrictions,
  saveZoneRestriction,
  upsertZoneRestrictions,
  type ZoneRestriction,
  type ZoneRestrictionInput,
} from './zone-restriction.ts';
export { zonesAt } from './zones-at.ts';
