import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { note, type View, viewOf } from '../../../../../functions/driver-app/engine/driver.ts';
import { type Report, reportsOf, stepsAt } from '../../../../../functions/driver-app/engine/reports.ts';
import { isOver, toursOf, type Visit } from '../../../../../functions/driver-app/engine/visits.ts';
import { defaultPreferences } from '../../../../../lib/platform/organization/index.ts';
import { type DriverWorld, startDriverWorld } from '../../../../support/driver-world.ts';
import { type PhoneOnWorld, phoneOnWorld, photoFile } from '../../../../support/phone-on-world.ts';
import { propertyRuns } from '../../../../support/property-runs.ts';
import { type RouteOfDriver, routeOfDriver } from '../../../../support/route-of-driver.ts';

const ON_PHONE = ['step', 'step', 'step', 'photo', 'skip', 'fail', 'sync', 'kill'] as const;
const BY_DISPATCHER = ['skip', 'cancel', 'giveAway', 'giveBack', 'resequence'] as const;

/** Something that happens: a driver uses one of two phones, or the dispatcher changes the work. */
const happenings = fc.array(
  fc.record({
    who: fc.constantFrom('first', 'first', 'second', 'second', 'dispatcher'),
    onPhone: fc.constantFrom(...ON_PHONE),
    byDispatcher: fc.constantFrom(...BY_DISPATCHER),
    pick: fc.nat({ max: 20 }),
    passages: fc.array(fc.constantFrom('up' as const, 'lost' as const, 'unanswered' as const), {
      minLength: 1,
      maxLength: 5,
    }),
  }),
  { minLength: 5, maxLength: 25 },
);
type Happening = (
  typeof happenings extends fc.Arbitrary<infer All>
    ? All
    : never
) extends readonly (infer One)[]
  ? One
  : never;

const ORDERS = 3;

/** What was noted on a phone: its pictures, and the reports that the service has to answer. */
interface Noted {
  readonly photos: { readonly deliveryId: string; readonly fileId: string }[];
  count: number;
}

async function act(phone: PhoneOnWorld, { onPhone, pick, passages }: Happening, noted: Noted): Promise<void> {
  let request = 0;
  phone.network = () => {
    request += 1;
    return passages[(request - 1) % passages.length]!;
  };
  if (onPhone === 'sync') return void (await phone.sync());
  if (onPhone === 'kill') return phone.kill();
  const view = await viewOf(phone.deps.store);
  const visits = (view?.work ? toursOf(view.work) : []).flatMap((tour) => tour.visits);
  const open = visits.filter((visit) => !isOver(visit) && visit.packages.length > 0);
  const visit = open[pick % Math.max(1, open.length)];
  if (!visit) return;
  if (onPhone === 'photo') return photograph(phone, visit, noted);
  const wanted = onPhone === 'step' ? stepsAt(visit)[0] : stepsAt(visit).find((step) => step === onPhone);
  if (!wanted) return;
  if (wanted === 'complete') await photograph(phone, visit, noted);
  await noteAll(phone, reportsOf(visit, wanted), noted);
}

async function photograph(phone: PhoneOnWorld, visit: Visit, noted: Noted): Promise<void> {
  for (const { deliveryId, proof } of visit.missing) {
    const fileId = phone.deps.newId();
    const report: Report = {
      kind: 'delivery',
      deliveryId,
      update: {},
      proofs: [{ podType: proof, fileId }],
    };
    noted.photos.push({ deliveryId, fileId });
    noted.count += 1;
    await note(phone.deps, [report], { files: [photoFile(fileId, deliveryId)] });
  }
}

async function noteAll(phone: PhoneOnWorld, reports: readonly Report[], noted: Noted): Promise<void> {
  noted.count += reports.length;
  await note(phone.deps, reports);
}

/** What the dispatcher does may be refused, as it may be too late for it. */
async function dispatch(
  world: DriverWorld,
  { routeId, jobId, orderIds, courierId }: RouteOfDriver,
  other: string,
  { byDispatcher, pick }: Happening,
): Promise<void> {
  const { stops } = await world.must('GET /v1/routes/{id}', { params: { id: routeId } });
  const reassign = (to: string) =>
    world.call('POST /v1/execute/routes/{id}/reassign', { params: { id: routeId }, body: { courierId: to } });
  // Every package was cancelled.
  if (stops.length === 0 && byDispatcher !== 'giveAway' && byDispatcher !== 'giveBack') return;
  switch (byDispatcher) {
    case 'skip':
      await world.call('PATCH /v1/fleet/routes/{id}/stops/{stopId}', {
        params: { id: routeId, stopId: stops[pick % stops.length].id },
        body: { status: 'SKIPPED' },
      });
      break;
    case 'cancel': {
      const { jobConfigurations } = await world.job(jobId);
      const { id } = jobConfigurations[pick % orderIds.length];
      await world.call('POST /v1/jobs/{jobId}/{objectId}/cancel', {
        params: { jobId, objectId: id },
        body: {},
      });
      break;
    }
    case 'giveAway':
      await reassign(other);
      break;
    case 'giveBack':
      await reassign(courierId);
      break;
    default: {
      const [first, ...rest] = stops;
      const turned = [first, ...rest.slice(pick % ORDERS), ...rest.slice(0, pick % ORDERS)];
      await world.call('PATCH /v1/routes/{id}', {
        params: { id: routeId },
        body: { stopIds: turned.map(({ id }: { id: string }) => id) },
        grant: {
          preferences: {
            organizationId: 'org_test',
            values: { ...defaultPreferences(), editRoutesAfterDispatch: true },
          },
        },
      });
    }
  }
  await world.drain();
}

/** The work without the instant at which it was read. */
const workOf = (view: View | undefined) => ({ ...view?.work, at: null });

test('45 3 whatever two phones of a driver and the dispatcher do, in any order, the phones agree with the service, nothing is lost or done twice, and every proof arrives', async () => {
  await fc.assert(
    fc.asyncProperty(happenings, async (all) => {
      const world = await startDriverWorld();
      try {
        const route = await routeOfDriver(world, ORDERS);
        const other = await world.courier();
        const phones = [
          await phoneOnWorld(world, route.courierId),
          await phoneOnWorld(world, route.courierId),
        ];
        const noted: Noted = { photos: [], count: 0 };
        for (const phone of phones) await phone.sync();
        for (const happening of all) {
          world.db.deps.clock.advance(60_000);
          if (happening.who === 'dispatcher') await dispatch(world, route, other, happening);
          else await act(phones[happening.who === 'first' ? 0 : 1]!, happening, noted);
          await world.drain();
        }
        for (const phone of phones) phone.network = () => 'up';
        for (const phone of [...phones, ...phones]) {
          expect(await phone.sync()).toBe('done');
          await world.drain();
        }
        await phones[0]!.sync();

        const [first, second] = await Promise.all(phones.map(({ deps }) => viewOf(deps.store)));
        expect(first!.waiting.length + second!.waiting.length).toBe(0);
        expect(workOf(first)).toEqual(workOf(second));
        const { json } = await world.onPhone(route.courierId, 'GET /v1/driver/work');
        expect(workOf(first)).toMatchObject({ assignments: json.assignments, routes: json.routes });

        // Each report was judged once, and a refused one is still on its phone with its reason.
        const performed = (await world.db.items()).filter(({ type }) => type === 'performedReport');
        expect(performed).toHaveLength(noted.count);
        const refused = performed.filter(({ data }) => data.refusal !== null);
        expect(first!.refused.length + second!.refused.length).toBe(refused.length);

        const deliveries = (await world.db.items()).filter(({ type }) => type === 'delivery');
        for (const { data } of deliveries) {
          const statuses = (data.statusHistory as { status: string }[]).map(({ status }) => status);
          expect(new Set(statuses).size).toBe(statuses.length);
          const proofs = (data.proofOfDelivery as { imageUrl: string }[]).map(({ imageUrl }) => imageUrl);
          expect(new Set(proofs).size).toBe(proofs.length);
          expect(proofs).toHaveLength(noted.photos.filter(({ deliveryId }) => deliveryId === data.id).length);
        }
      } finally {
        await world.stop();
      }
    }),
    { numRuns: propertyRuns(4, 400) },
  );
});
