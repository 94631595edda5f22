export { allOrganizations } from './all-organizations.ts';
export { changeOrganization, type OrganizationChange } from './change-organization.ts';
export {
  type Organization,
  organizationEntity,
  organizationPartition,
  synchronousGeneration,
} from './organization.ts';
export { createChild } from './organization-child.ts';
export {
  DATE_RANGE_PRESETS,
  DISTANCE_UNITS,
  defaultPreferences,
  type Preferences,
  preferencesSchema,
  ROUTING_LAYOUTS,
} from './preferences.ts';
export {
  listChildren,
  type PreferencesSource,
  preferencesOf,
  readOrganization,
} from './read-organization.ts';
export { type DateRange, readRange, readRanges } from './read-range.ts';
