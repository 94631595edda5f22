import { routesOfGroups } from '../../../lib/fleet/routes/index.ts';
import { defineArea, serveArea } from '../../../lib/platform/http/index.ts';
import type { CoreDeps } from '../../../lib/platform/runtime/index.ts';
import { acceptTask, assignCourier, listAssignments, refuseTask } from './assignments.ts';
import { ownFleetDeps } from './deps.ts';
import { getOwnFleet, setOwnFleet } from './own-fleet-settings.ts';
import { setCourierPosition } from './set-courier-position.ts';

/** The organization's own couriers as a provider: who carries what. */
export const ownFleetArea = defineArea<CoreDeps>({
  name: 'own-fleet',
  endpoints: [
    setOwnFleet,
    getOwnFleet,
    assignCourier,
    acceptTask,
    refuseTask,
    listAssignments,
    setCourierPosition,
  ],
  uses: { table: 'readWrite' },
  routesOf: routesOfGroups,
});

export const handler = serveArea(ownFleetArea, ownFleetDeps);
