import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import {
  type DriverDeps,
  note,
  signIn,
  UNDO_MS,
  undo,
  viewOf,
} from '../../../../../functions/driver-app/engine/driver.ts';
import type { Report } from '../../../../../functions/driver-app/engine/reports.ts';
import { synchronize } from '../../../../../functions/driver-app/engine/sync.ts';
import { storeOnPhone } from '../../../../../functions/driver-app/phone/store-on-phone.ts';
import { type PhoneService, phoneService } from '../../../../support/phone-service.ts';

let phones = 0;
let service: PhoneService;
let deps: DriverDeps & {
  nowMs: number;
  platform: 'android';
  appVersion: string;
  battery: () => Promise<number | null>;
};

/** The app on the same phone, started again after it was killed. */
const restarted = async (name: string) => ({ ...deps, store: await storeOnPhone(name) });

async function phone() {
  phones += 1;
  const name = `phone-${phones}`;
  let ids = 0;
  service = phoneService();
  deps = {
    nowMs: Date.parse('2026-03-05T17:00:00Z'),
    store: await storeOnPhone(name),
    server: service.server,
    now: () => deps.nowMs,
    newId: () => {
      ids += 1;
      return `key-${String(ids).padStart(8, '0')}`;
    },
    platform: 'android',
    appVersion: '1.0.0',
    battery: async () => 0.5,
  };
  await signIn(deps, 'org_1.cou_1.dos_1', {});
  return name;
}

beforeEach(async () => void (await phone()));

const stop = (status: string): Report => ({ kind: 'stop', routeId: 'rte_1', stopId: 'stp_1', status });
const photo = (fileId: string): Report => ({
  kind: 'delivery',
  deliveryId: 'dlv_1',
  update: {},
  proofs: [{ podType: 'photo_proof_of_delivery', fileId }],
});
const file = (id: string) => ({
  id,
  deliveryId: 'dlv_1',
  contentType: 'image/jpeg',
  bytes: new ArrayBuffer(8),
  announced: null,
  documentId: null,
});
const statuses = () => service.carriedOut.map((report) => report.status ?? report.kind);

test('45 3 what was done without a network is sent in order, with its time, when there is one', async () => {
  service.network = () => 'lost';
  await note(deps, [stop('ENROUTE')]);
  deps.nowMs += 60_000;
  await note(deps, [stop('IN_PROGRESS')]);
  expect(await synchronize(deps)).toBe('later');
  service.network = () => 'up';
  expect(await synchronize(deps)).toBe('done');
  expect(service.carriedOut).toMatchObject([
    { status: 'ENROUTE', occurredAt: '2026-03-05T17:00:00.000Z' },
    { status: 'IN_PROGRESS', occurredAt: '2026-03-05T17:01:00.000Z' },
  ]);
  expect((await viewOf(deps.store))?.waiting).toEqual([]);
});

test('45 3 what was noted survives the end of the app', async () => {
  const name = await phone();
  await note(deps, [stop('ENROUTE'), stop('IN_PROGRESS')]);
  await synchronize(await restarted(name));
  expect(statuses()).toEqual(['ENROUTE', 'IN_PROGRESS']);
});

test('45 4 a step waits ten seconds, in which it can be undone; then it is sent', async () => {
  await note(deps, [stop('ENROUTE')], { heldMs: UNDO_MS });
  await synchronize(deps);
  expect(statuses()).toEqual([]);
  expect(await undo(deps)).toBe(true);
  await note(deps, [stop('SKIPPED')], { heldMs: UNDO_MS });
  deps.nowMs += UNDO_MS;
  expect(await undo(deps)).toBe(false);
  await synchronize(deps);
  expect(statuses()).toEqual(['SKIPPED']);
});

test('45 4 what could still be undone is sent at once when the app leaves the screen', async () => {
  await note(deps, [stop('ENROUTE')], { heldMs: UNDO_MS });
  await synchronize({ ...deps, sendsHeld: true });
  expect(statuses()).toEqual(['ENROUTE']);
});

test('45 3 a button pressed twice counts once, and the same step can come again after another', async () => {
  for (const status of ['ENROUTE', 'ENROUTE', 'SKIPPED', 'PENDING', 'ENROUTE']) {
    await note(deps, [stop(status)], { heldMs: UNDO_MS });
  }
  deps.nowMs += UNDO_MS;
  await synchronize(deps);
  expect(statuses()).toEqual(['ENROUTE', 'SKIPPED', 'PENDING', 'ENROUTE']);
});

test('45 3 a clock that is set back holds nothing', async () => {
  await note(deps, [stop('ENROUTE')], { heldMs: UNDO_MS });
  deps.nowMs -= 3_600_000;
  await synchronize(deps);
  expect(statuses()).toEqual(['ENROUTE']);
});

test("45 3 the service's clock counts, not the phone's", async () => {
  deps.nowMs = Date.parse('2020-01-01T00:00:00Z');
  await synchronize(deps);
  deps.nowMs += 60_000;
  await note(deps, [stop('ENROUTE')]);
  await synchronize(deps);
  expect(service.carriedOut[0]?.occurredAt).toBe('2026-03-05T17:21:00.000Z');
});

test('45 3 a refused step stays with its reason until it was seen, and the following ones are sent', async () => {
  service.refuses = ({ status }) => status === 'COMPLETED';
  await note(deps, [stop('COMPLETED'), stop('SKIPPED')]);
  expect(await synchronize(deps)).toBe('done');
  expect((await viewOf(deps.store))?.refused).toMatchObject([
    { report: { status: 'COMPLETED' }, refusal: { message: 'Not now.' } },
  ]);
  expect(statuses()).toEqual(['SKIPPED']);
});

test('45 3 a report that the service cannot read stops no other', async () => {
  const { report } = service.server;
  deps = {
    ...deps,
    server: {
      ...service.server,
      report: async (token, body) =>
        JSON.stringify(body).includes('NONSENSE')
          ? { is: 'refused', code: 'INVALID_ARGUMENTS', message: 'is not a status' }
          : report(token, body),
    },
  };
  await note(deps, [stop('ENROUTE'), stop('NONSENSE'), stop('IN_PROGRESS')]);
  expect(await synchronize(deps)).toBe('done');
  expect(statuses()).toEqual(['ENROUTE', 'IN_PROGRESS']);
  expect((await viewOf(deps.store))?.refused).toMatchObject([{ report: { status: 'NONSENSE' } }]);
});

test('45 5 pictures are uploaded before the report that needs them, and leave the phone afterwards', async () => {
  await note(deps, [photo('f1'), stop('COMPLETED')], { files: [file('f1')] });
  await synchronize(deps);
  expect(service.documents).toHaveLength(1);
  expect(service.carriedOut).toMatchObject([
    {
      kind: 'delivery',
      update: { proofOfDelivery: [{ podType: 'photo_proof_of_delivery', documentId: 'doc_0' }] },
    },
    { kind: 'stop', status: 'COMPLETED' },
  ]);
  expect(await deps.store.file('f1')).toBeUndefined();
});

test('45 5 a picture whose upload fails uses its link again while it holds, and another one afterwards', async () => {
  let announced = 0;
  const { announce, upload } = service.server;
  let isDown = true;
  deps = {
    ...deps,
    server: {
      ...service.server,
      announce: (...of) => {
        announced += 1;
        return announce(...of);
      },
      upload: async (...of) => (isDown ? { is: 'unreachable' } : upload(...of)),
    },
  };
  await note(deps, [photo('f1')], { files: [file('f1')] });
  for (let times = 0; times < 5; times += 1) expect(await synchronize(deps)).toBe('later');
  expect(announced).toBe(1);
  deps.nowMs += 3_600_000;
  await synchronize(deps);
  expect(announced).toBe(2);
  isDown = false;
  expect(await synchronize(deps)).toBe('done');
  expect(statuses()).toEqual(['delivery']);
});

test('45 6 positions go with the reports, and are not kept when they are refused', async () => {
  service.refuses = ({ kind }) => kind === 'position';
  const position = { key: 'position-1', courierId: 'cou_1', occurredAt: '2026-03-05T17:00:00.000Z' };
  await deps.store.addPosition({ ...position, latitude: 37.7, longitude: -122.4 });
  await synchronize(deps);
  expect(await deps.store.positions()).toEqual([]);
});

test('45 2 what another driver left on the phone is not sent in the name of this one', async () => {
  await note(deps, [stop('ENROUTE')]);
  const own = await deps.store.recall('signedIn');
  await deps.store.remember('signedIn', { ...own!, courierId: 'cou_2' });
  expect((await viewOf(deps.store))?.waiting).toEqual([]);
  await synchronize(deps);
  expect(statuses()).toEqual([]);
});

test('45 2 a phone that was signed out keeps what was done', async () => {
  await note(deps, [stop('ENROUTE')]);
  const signedOut = {
    ...deps,
    server: { ...deps.server, report: async () => ({ is: 'signedOut' }) as const },
  };
  expect(await synchronize(signedOut)).toBe('signedOut');
  expect((await viewOf(deps.store))?.waiting).toHaveLength(1);
});

test('45 3 whatever the network loses and whenever the app is killed, each step is carried out once and in order', async () => {
  const steps = fc.array(
    fc.record({
      does: fc.constantFrom('note', 'photo', 'sync', 'kill'),
      network: fc.infiniteStream(fc.constantFrom('up', 'lost', 'unanswered')),
    }),
    { maxLength: 12 },
  );
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const name = await phone();
      const expected: string[] = [];
      for (const [index, { does, network }] of all.entries()) {
        service.network = () => network.next().value ?? 'up';
        if (does === 'note') {
          await note(deps, [stop(`S${index}`)]);
          expected.push(`S${index}`);
        } else if (does === 'photo') {
          await note(deps, [photo(`f${index}`)], { files: [file(`f${index}`)] });
          expected.push('delivery');
        } else {
          if (does === 'kill') deps = await restarted(name);
          await synchronize(deps);
        }
      }
      service.network = () => 'up';
      expect(await synchronize(deps)).toBe('done');
      expect(statuses()).toEqual(expected);
      expect(await deps.store.entries()).toEqual([]);
    }),
    { numRuns: 60 },
  );
});

test('45 3 what was sent stays done when the work cannot be read afterwards', async () => {
  await synchronize(deps);
  const before = await viewOf(deps.store);
  const [route] = before!.work!.routes;
  const offline = { ...service.server, work: async () => ({ is: 'unreachable' }) as const };
  const { id: routeId, stops } = route!;
  await note(deps, [{ kind: 'stop', routeId, stopId: stops[0]!.id, status: 'ENROUTE' }]);
  expect(await synchronize({ ...deps, server: offline })).toBe('later');
  const after = await viewOf(deps.store);
  expect(after).toMatchObject({ waiting: [], work: { routes: [{ stops: [{ status: 'ENROUTE' }] }] } });
});

test('45 3 a clock that is set back between two steps keeps them in their order', async () => {
  await note(deps, [stop('ENROUTE')]);
  deps.nowMs -= 5 * 3_600_000;
  await note(deps, [stop('IN_PROGRESS')]);
  await synchronize(deps);
  const [first, second] = service.carriedOut.map(({ occurredAt }) => String(occurredAt));
  expect(second! >= first!).toBe(true);
});
