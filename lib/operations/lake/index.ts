export {
  askForLateHour,
  findEndedHours,
  type LakeDeps,
  type LakeSender,
  writeAgainFrom,
  writeLake,
} from './due-hours.ts';
export { LAKE_LIFE_DAYS, LAKE_TAGS, lakeFolder, lakeKey } from './lake-key.ts';
export { LAKE_TYPE_NAMES, type LakeTable, type LakeType } from './lake-table.ts';
export { LAKE_TABLES } from './lake-tables.ts';
export { SAVED_QUERIES } from './saved-queries.ts';
