export { EXPORT_LIFE_DAYS, EXPORT_TAGS } from './handle-files.ts';
export { personalDataDue } from './part.ts';
export type { Person } from './person.ts';
export { exportKey, type PersonalDataDeps, runPersonalDataPart } from './run-part.ts';
export { PERSONAL_DATA_ACTIONS, startPersonalData } from './start.ts';
