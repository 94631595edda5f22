export { nothingPlanned } from './refusals.ts';
export { resequenceRoute } from './resequence-route.ts';
