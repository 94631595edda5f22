export { healthChanged, healthTimer } from './health-events.ts';
export { watchHealth } from './watch-health.ts';
