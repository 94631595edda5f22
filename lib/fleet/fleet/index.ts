export {
  APP_PLATFORMS,
  APP_VERSION,
  type AppRelease,
  adviseAppVersion,
  setAppVersion,
} from './app-version.ts';
export { createDriver, driverNotFound, updateDriver, upsertDriver } from './change-driver.ts';
export { MAX_GROUPS_AT_ONCE } from './change-members.ts';
export { createVehicle, updateVehicle, vehicleNotFound } from './change-vehicle.ts';
export { type Driver, MAX_LINKS, MAX_SKILLS, VEHICLE_TYPES } from './driver.ts';
export { contractIdOf, type DriverGroup } from './driver-group.ts';
export { type DriverWithGroups, findDrivers, withGroups } from './find-drivers.ts';
export { findGroupByAnyId, findGroups, findGroupsByAnyId, membersAmong } from './find-groups.ts';
export { findVehicles } from './find-vehicles.ts';
export type { FleetCaller, FleetDeps, PlaceDirectory } from './fleet-deps.ts';
export { listDrivers, listVehicles } from './list-fleet.ts';
export { type AvailableDriver, driversOfGroups, onShiftDrivers } from './on-shift-drivers.ts';
export { NO_DETAILS, type PositionDetails, positionDetails } from './position-details.ts';
export {
  type ContractPlace,
  type ContractRow,
  type GroupMember,
  listContracts,
  listDriverGroups,
  readDriverGroup,
} from './read-driver-groups.ts';
export { findShifts, listShifts, shiftsOfDriver } from './read-shifts.ts';
export { fleetIdTaken, fleetNotFound, invalidCourier, invalidFleetInput } from './refusals.ts';
export { reportShift, SHIFT_STEPS, type ShiftStep } from './report-shift.ts';
export { MAX_DRIVERS_OF_GROUP, readGroup } from './roster.ts';
export { MAX_SHIFTS, type ShiftInput, saveShifts } from './save-shifts.ts';
export { isOnBreak, SHIFT_STATUSES, type Shift } from './shift.ts';
export { findShiftsAt } from './shifts-at-place.ts';
export { type FleetEditor, upsertDriverGroup } from './upsert-driver-group.ts';
export { VEHICLE_PROFILES, type Vehicle, type VehicleConfig } from './vehicle.ts';
