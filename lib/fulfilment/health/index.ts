export { healthTimer } from './health-timer.ts';
export { watchHealth } from './watch-health.ts';
