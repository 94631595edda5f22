import type { FleetDeps } from '../../../lib/fleet/fleet/index.ts';
import { defineArea, serveArea } from '../../../lib/platform/http/index.ts';
import { createCourier } from './create-courier.ts';
import { createShift } from './create-shift.ts';
import { createVehicle } from './create-vehicle.ts';
import { fleetDeps } from './deps.ts';
import { getAppVersion } from './get-app-version.ts';
import { getCourier } from './get-courier.ts';
import { getDriverGroup } from './get-driver-group.ts';
import { getShift } from './get-shift.ts';
import { getVehicle } from './get-vehicle.ts';
import { listContracts } from './list-contracts.ts';
import { listCouriers } from './list-couriers.ts';
import { listDriverGroups } from './list-driver-groups.ts';
import { listShifts } from './list-shifts.ts';
import { listVehicles } from './list-vehicles.ts';
import { setAppVersion } from './set-app-version.ts';
import { updateCourier } from './update-courier.ts';
import { updateVehicle } from './update-vehicle.ts';
import { upsertDriver } from './upsert-driver.ts';
import { upsertDriverGroup } from './upsert-driver-group.ts';
import { upsertShifts } from './upsert-shifts.ts';

export const fleetArea = defineArea<FleetDeps>({
  name: 'fleet',
  endpoints: [
    upsertDriverGroup,
    listDriverGroups,
    getDriverGroup,
    listContracts,
    upsertDriver,
    createCourier,
    listCouriers,
    getCourier,
    updateCourier,
    createVehicle,
    listVehicles,
    getVehicle,
    updateVehicle,
    createShift,
    getShift,
    listShifts,
    upsertShifts,
    getAppVersion,
    setAppVersion,
  ],
  uses: { table: 'readWrite' },
});

export const handler = serveArea(fleetArea, fleetDeps);
