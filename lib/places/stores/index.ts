export { planPlaces, type StorePlace } from './capacity.ts';
export { updateStore } from './change-store.ts';
export { createStore } from './create-store.ts';
export {
  type CapacityLimit,
  type DayCapacity,
  limitAt,
  MAX_CAPACITY,
  MAX_SHIFTS,
  type WeekCapacity,
} from './day-capacity.ts';
export { deleteStore, type FindReferrers } from './delete-store.ts';
export { judgeHandOver, openStretches } from './opening.ts';
export {
  isDate,
  MAX_STRETCHES,
  type OpeningWeek,
  type Stretch,
  WEEKDAYS,
  type Weekday,
} from './opening-hours.ts';
export type { StoreDeps } from './plan-store.ts';
export { pointsOfStores } from './points-of-stores.ts';
export {
  listStores,
  missingStores,
  readStore,
  readStoreByExternalId,
  readStores,
  readStoresByName,
  type StoreActor,
  type StoreEditor,
} from './read-store.ts';
export {
  invalidStoreAddress,
  invalidStorePhone,
  invalidStoreValue,
  storeLocationExists,
  storeLocationInUse,
  storeLocationNotFound,
  storeOutOfScope,
} from './refusals.ts';
export { type CapacityLeft, readDayCapacity, setDayCapacity, setDefaultCapacity } from './set-capacity.ts';
export { rememberingStores, type StoreDirectory, storesInTable } from './store-directory.ts';
export type { ServedZone, StoreInput } from './store-input.ts';
export { type StoreLocation, storeExternalIdEntity, storeLocationEntity } from './store-location.ts';
export { type StoreUpsert, upsertStore, upsertStores } from './upsert-stores.ts';
