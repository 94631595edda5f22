/** `npm run bench:couriers`: a point among 10,000 active couriers. Exit code 1 when a bound is exceeded. */

import { countUnits } from './count-units.ts';
import { COURIERS, MAX_CALLS, measureSearch, SEARCHES, tableOfCouriers } from './couriers-at-scale.ts';
import { tableOf } from './print-table.ts';

const db = await tableOfCouriers();
const unitsOf = countUnits(db.client);
const rows: (string | number)[][] = [];
let isBroken = false;
for (const search of SEARCHES) {
  const { found, calls, units, ms } = await measureSearch(db, unitsOf, search);
  const holds = calls <= MAX_CALLS && found === search.limit;
  isBroken ||= !holds;
  rows.push([search.title, search.limit, found, calls, units, ms.toFixed(0), holds ? '' : 'BROKEN']);
}
await db.stop();
const couriers = `${COURIERS.toLocaleString('en-US')} active couriers`;
console.log(tableOf([couriers, 'asked for', 'found', 'DynamoDB calls', 'read units', 'ms', ''], rows));
process.exitCode = isBroken ? 1 : 0;
