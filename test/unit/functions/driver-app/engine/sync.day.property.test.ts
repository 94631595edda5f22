import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { note, UNDO_MS, undo, viewOf } from '../../../../../functions/driver-app/engine/driver.ts';
import { type Report, reportsOf, stepsAt } from '../../../../../functions/driver-app/engine/reports.ts';
import type { KeptFile } from '../../../../../functions/driver-app/engine/store.ts';
import { nextVisit, toursOf, type Visit } from '../../../../../functions/driver-app/engine/visits.ts';
import { type DriverWorld, startDriverWorld } from '../../../../support/driver-world.ts';
import {
  type Passage,
  type PhoneOnWorld,
  phoneOnWorld,
  photoFile,
} from '../../../../support/phone-on-world.ts';
import { propertyRuns } from '../../../../support/property-runs.ts';
import { routeOfDriver } from '../../../../support/route-of-driver.ts';

const STEP_MS = 2 * 60_000;

/** What a phone meets on a day, by a number that counts what happens. */
interface Day {
  passage(request: number): Passage;
  /** Whether the app is killed before this step. */
  kills(step: number): boolean;
  /** Whether the phone has no space left for this step. */
  isFull(step: number): boolean;
  /** Whether the driver takes this step back, and does it again. */
  undoes(step: number): boolean;
  aheadMs(step: number): number;
}

const calm: Day = {
  passage: () => 'up',
  kills: () => false,
  isFull: () => false,
  undoes: () => false,
  aheadMs: () => 0,
};

const rough: Day = {
  // Hours without a network, then one that comes and goes, loses replies, and delivers requests late.
  passage: (request) =>
    request % 90 < 40
      ? 'lost'
      : request % 3 === 0
        ? 'unanswered'
        : request % 5 === 0
          ? 'lost'
          : request % 7 === 0
            ? 'slow'
            : 'up',
  kills: (step) => step % 7 === 3,
  isFull: (step) => step % 11 === 5,
  undoes: (step) => step % 13 === 4,
  // A clock that is set wrong, set back and put right.
  aheadMs: (step) => [0, 3 * 3_600_000, -5 * 3_600_000, 40_000][Math.floor(step / 9) % 4]!,
};

/** A phone whose memory is full refuses to keep anything. */
async function noteOn(
  phone: PhoneOnWorld,
  reports: readonly Report[],
  files: readonly KeptFile[],
  isFull: boolean,
): Promise<boolean> {
  const store = isFull
    ? {
        ...phone.deps.store,
        addEntries: async () => {
          throw new DOMException('The phone is full.', 'QuotaExceededError');
        },
      }
    : phone.deps.store;
  const noted = note({ ...phone.deps, store }, reports, { files, heldMs: UNDO_MS });
  return noted.then(
    () => true,
    () => false,
  );
}

/** The driver's day: the next stop, its steps, its photo; every refused space is tried again. */
async function drive(world: DriverWorld, orders: number, day: Day) {
  const { courierId, routeId, jobId } = await routeOfDriver(world, orders);
  const phone = await phoneOnWorld(world, courierId);
  await phone.sync();
  let request = 0;
  phone.network = () => {
    request += 1;
    return day.passage(request);
  };
  let steps = 0;
  let isAgain = false;
  for (;;) {
    const view = await viewOf(phone.deps.store);
    const [tour] = view?.work ? toursOf(view.work) : [];
    const visit = tour && nextVisit(tour.visits);
    if (!visit) break;
    if (!isAgain) steps += 1;
    const step = steps;
    phone.aheadMs = day.aheadMs(step);
    if (day.kills(step)) await phone.kill();
    const [reports, files] = whatIsNext(phone, visit);
    const isNoted = await noteOn(phone, reports, files, day.isFull(step) && !isAgain);
    const isTakenBack: boolean = isNoted && day.undoes(step) && !isAgain && (await undo(phone.deps));
    isAgain = !isNoted || isTakenBack;
    world.db.deps.clock.advance(STEP_MS);
    await phone.sync();
    await world.drain();
  }
  phone.network = () => 'up';
  world.db.deps.clock.advance(UNDO_MS);
  expect(await phone.sync()).toBe('done');
  await world.drain();
  const after = await viewOf(phone.deps.store);
  expect({ waiting: after?.waiting, refused: after?.refused }).toEqual({ waiting: [], refused: [] });
  const { status, stops } = await world.must('GET /v1/routes/{id}', { params: { id: routeId } });
  const { jobConfigurations } = await world.job(jobId);
  return {
    route: status,
    stops: stops.map((stop: { status: string }) => stop.status),
    deliveries: jobConfigurations.map(({ tasks }: { tasks: { delivery: Record<string, unknown[]> }[] }) =>
      tasks.map(({ delivery }) => [
        delivery.status,
        delivery.proofOfDelivery?.length,
        (delivery.statusHistory as { status: string }[]).map((entry) => entry.status),
      ]),
    ),
  };
}

function whatIsNext(phone: PhoneOnWorld, visit: Visit): [readonly Report[], readonly KeptFile[]] {
  const [step] = stepsAt(visit);
  const [missing] = visit.missing;
  if (step !== 'complete' || !missing) return [reportsOf(visit, step!), []];
  const { deliveryId, proof: podType } = missing;
  const fileId = phone.deps.newId();
  const proofs = [{ podType, fileId }];
  return [[{ kind: 'delivery', deliveryId, update: {}, proofs }], [photoFile(fileId, deliveryId)]];
}

const STOPS = propertyRuns(8, 40);

test(`45 a day of ${STOPS} stops without a network, with a slow one, a wrong clock, a killed app and a full phone ends as online`, async () => {
  const worlds = [await startDriverWorld(), await startDriverWorld()] as const;
  try {
    const online = await drive(worlds[0], STOPS, calm);
    expect(online.route).toBe('COMPLETED');
    expect(online.deliveries.flat().map(([, proofs]: readonly unknown[]) => proofs)).toEqual(
      Array(STOPS).fill(1),
    );
    expect(await drive(worlds[1], STOPS, rough)).toEqual(online);
  } finally {
    for (const world of worlds) await world.stop();
  }
});
