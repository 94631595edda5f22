import { defineArea, serveArea } from '../../../lib/platform/http/index.ts';
import { createZone } from './create-zone.ts';
import { deleteZone } from './delete-zone.ts';
import { type ZonesAreaDeps, zonesDeps } from './deps.ts';
import { findZones } from './find-zones.ts';
import { getZone } from './get-zone.ts';
import { getZoneByExternalId } from './get-zone-by-external-id.ts';
import { listZones } from './list-zones.ts';
import { queryZones } from './query-zones.ts';
import { updateZone } from './update-zone.ts';
import { upsertZones } from './upsert-zones.ts';
import {
  createZoneRestriction,
  getZoneRestrictions,
  updateZoneRestriction,
  upsertZoneRestrictions,
} from './zone-restrictions.ts';

/** Zones: the areas that an organization delivers in. */
export const zonesArea = defineArea<ZonesAreaDeps>({
  name: 'zones',
  endpoints: [
    createZone,
    listZones,
    queryZones,
    findZones,
    upsertZones,
    getZoneByExternalId,
    getZone,
    updateZone,
    deleteZone,
    getZoneRestrictions,
    createZoneRestriction,
    upsertZoneRestrictions,
    updateZoneRestriction,
  ],
  uses: { table: 'readWrite' },
});

export const handler = serveArea(zonesArea, zonesDeps);
