/** `npm run bench:driver`: what the driver's app weighs, and what a stop costs. Exit code 1 when a bound is exceeded. */
import 'fake-indexeddb/auto';
import { buildDriverApp } from '../../cdk/build-driver-app.ts';
import { note, viewOf } from '../../functions/driver-app/engine/driver.ts';
import { type Report, reportsOf, stepsAt } from '../../functions/driver-app/engine/reports.ts';
import { nextVisit, toursOf } from '../../functions/driver-app/engine/visits.ts';
import { hasBrowser } from '../console/chromium.ts';
import { startDriverWorld } from '../support/driver-world.ts';
import { phoneOnWorld, photoFile } from '../support/phone-on-world.ts';
import { routeOfDriver } from '../support/route-of-driver.ts';
import { startServedTable } from '../support/test-table.ts';
import { countUnits } from './count-units.ts';
import { timeToFirstStop } from './driver-app-shown.ts';
import { PRICES } from './prices.ts';
import { tableOf } from './print-table.ts';

/** Stops of the measured route: a pickup, and dropoffs with a photo each. */
const STOPS = 20;

/** Most that a stop may cost, in US dollars. */
const MOST_FOR_A_STOP = 0.000_2;

const files = await buildDriverApp();
const kilobytes = (names: RegExp) =>
  (
    files.filter(({ name }) => names.test(name)).reduce((sum, { packed }) => sum + packed.length, 0) / 1000
  ).toFixed(0);

const world = await startDriverWorld({}, startServedTable);
const { courierId } = await routeOfDriver(world, STOPS - 1);
const phone = await phoneOnWorld(world, courierId);
let requests = 0;
phone.network = () => {
  requests += 1;
  return 'up';
};
const unitsOf = countUnits(world.db.client);

/** What happens until the work is read again, and its price. */
async function measured(run: () => Promise<unknown>) {
  unitsOf();
  const before = requests;
  await run();
  const { calls, readUnits, writeUnits } = unitsOf();
  const count = requests - before;
  const dollars =
    count * (PRICES.apiRequest + PRICES.invocation) +
    readUnits * PRICES.readUnit +
    writeUnits * PRICES.writeUnit;
  return { count, calls, readUnits, writeUnits, dollars };
}

const shown = hasBrowser ? await timeToFirstStop(world, files, courierId) : undefined;
const first = await measured(() => phone.sync());
let steps = 0;
const day = await measured(async () => {
  for (;;) {
    const view = await viewOf(phone.deps.store);
    const visit = view?.work && toursOf(view.work).flatMap(({ visits }) => nextVisit(visits) ?? [])[0];
    if (!visit) return;
    const [step] = stepsAt(visit);
    const [missing] = visit.missing;
    const isPhoto = step === 'complete' && missing !== undefined;
    const fileId = phone.deps.newId();
    const reports: readonly Report[] = isPhoto
      ? [
          {
            kind: 'delivery',
            deliveryId: missing.deliveryId,
            update: {},
            proofs: [{ podType: missing.proof, fileId }],
          },
        ]
      : reportsOf(visit, step!);
    await note(phone.deps, reports, {
      files: isPhoto ? [photoFile(fileId, missing.deliveryId)] : [],
    });
    steps += 1;
    world.db.deps.clock.advance(60_000);
    await phone.sync();
  }
});
await world.stop();

const rowOf = (name: string, of: typeof day, by: number) => [
  name,
  Number((of.count / by).toFixed(1)),
  Number((of.calls / by).toFixed(1)),
  Number((of.readUnits / by).toFixed(1)),
  Number((of.writeUnits / by).toFixed(1)),
  `$${((of.dollars / by) * 1000).toFixed(3)}`,
];
console.log(
  `First load ${kilobytes(/^(index|service|app|icon)/)} kB; the reader of barcodes ${kilobytes(/zxing|ponyfill/)} kB more, where it is needed.\n`,
);
console.log(
  tableOf(
    ['', 'requests', 'DynamoDB calls', 'read units', 'write units', 'for 1,000'],
    [
      rowOf(`the work of ${STOPS} stops is read`, first, 1),
      rowOf(`a stop, ${(steps / STOPS).toFixed(1)} steps`, day, STOPS),
    ],
  ),
);
if (shown) {
  console.log(
    `\nThe first stop is shown after ${shown.first} ms by the link of an invitation, ${shown.again} ms when the app is opened again, ${shown.offline} ms without a network (a quarter of this machine's speed, 1.6 Mbit/s, 150 ms).`,
  );
}
const isDear = day.dollars / STOPS > MOST_FOR_A_STOP;
if (isDear) console.log(`\nA stop costs more than $${MOST_FOR_A_STOP}.`);
process.exitCode = isDear ? 1 : 0;
