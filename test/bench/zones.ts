/** `npm run bench:zones`: a point among 10,000 zones of 200 corners each. Exit code 1 when a bound is exceeded. */

import { startServedTable } from '../support/test-table.ts';
import { tableOf } from './print-table.ts';
import { coveringZones, fillZones } from './zones-at-scale.ts';

/** Bounds of one look-up: CPU time and DynamoDB calls. */
const MAX_MILLISECONDS = 5;
const MAX_CALLS = 4;

const ZONES = 10_000;
const LOOK_UPS = 300;

const rows: (string | number)[][] = [];
let isBroken = false;
for (const { title, spread, radius, isBound } of [
  {
    title: 'side by side in a metropolis (1 km of radius, 100 x 100 km)',
    spread: 1,
    radius: 0.01,
    isBound: true,
  },
  { title: 'for comparison, over each other: 22 at a point', spread: 1, radius: 0.03, isBound: false },
  { title: 'all over a country (30 km of radius)', spread: 30, radius: 0.3, isBound: true },
]) {
  const db = await startServedTable();
  await fillZones(db, { count: ZONES, spread, radius });
  const measured = await coveringZones(db, { lookUps: LOOK_UPS, spread });
  await db.stop();
  const { cpuMilliseconds, calls, found } = measured;
  const holds = !isBound || (cpuMilliseconds <= MAX_MILLISECONDS && calls <= MAX_CALLS);
  isBroken ||= !holds;
  rows.push([title, found.toFixed(1), cpuMilliseconds.toFixed(2), calls, holds ? '' : 'BROKEN']);
}
console.log(tableOf(['10,000 zones of 200 vertices', 'zones found', 'CPU ms', 'most calls', ''], rows));
process.exitCode = isBroken ? 1 : 0;
