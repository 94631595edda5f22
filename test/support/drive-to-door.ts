import { type DispatchStory, eventually } from './dispatch-story.ts';
import type { TestCloud } from './running-cloud.ts';

const HOUR_MS = 3_600_000;

/** The form that drivers fill in at the door. */
const FORM = {
  key: 'door',
  name: 'At the door',
  moment: 'dropoff',
  isRequired: true,
  fields: [{ key: 'receiver', label: 'Who took it?', type: 'text', isRequired: true }],
};

/** What a driver sends from the door. */
export interface AtDoor {
  readonly latitude: number;
  readonly longitude: number;
  /** Content of the photo: a JPEG. */
  readonly photo: Uint8Array<ArrayBuffer>;
  /** Answer of the form: who took the package. */
  readonly receiver: string;
  /** What the driver writes to the dispatchers about the package. */
  readonly message: string;
  /** What the driver notes at the delivery. */
  readonly note: string;
}

/** A delivered order and its driver. */
export interface Delivered {
  readonly id: string;
  readonly jobId: string;
  readonly deliveryId: string;
  readonly courierId: string;
}

/** A driver of the own fleet gets an order, and delivers it by what the app sends. */
export async function driveToDoor(
  local: TestCloud,
  story: DispatchStory,
  fields: object,
  { latitude, longitude, photo, receiver, message, note }: AtDoor,
): Promise<Delivered> {
  await story.call('PUT', '/v1/driver-phones/forms', { forms: [FORM] });
  const { courierId, token, onPhone } = await hireDriver(local, story);
  const dispatchStrategyId = await story.strategy(['Own fleet']);
  const { id } = await story.order({ ...fields, dispatchStrategyId });
  const work = await eventually(
    () => onPhone<Work>('GET', '/v1/driver/work'),
    ({ assignments }) => assignments.length > 0,
  );
  const deliveryId = work.assignments[0]!.packages[0]!.deliveryId;
  const send = (kind: string, report: object) => sendReport(local, token, { kind, ...report });
  const step = (status: string, more: object = {}) =>
    send('delivery', { deliveryId, update: { status, ...more } });
  for (const status of ['pickup_enroute', 'pickup_arrived', 'pickup_complete', 'dropoff_enroute'])
    await step(status);
  await send('position', { latitude, longitude });
  await step('dropoff_arrived');
  await send('form', { formKey: FORM.key, deliveryId, answers: { receiver } });
  await send('message', { deliveryId, text: message });
  const announced = await onPhone<Announced>('POST', '/v1/driver/documents', {
    deliveryId,
    type: 'proof_of_delivery',
    contentType: 'image/jpeg',
    sizeBytes: photo.length,
  });
  await fetch(announced.upload.url, { method: 'PUT', body: photo, headers: announced.upload.headers });
  await onPhone('POST', `/v1/driver/documents/${announced.id}/complete`, {});
  const proof = {
    podType: 'photo_proof_of_delivery',
    documentId: announced.id,
    coordinates: { latitude, longitude },
  };
  await step('dropoff_complete', { dropoffNote: note, proofOfDelivery: [proof] });
  const { jobId } = await story.read(id);
  return { id, jobId: String(jobId), deliveryId, courierId };
}

interface Work {
  readonly assignments: readonly { readonly packages: readonly { readonly deliveryId: string }[] }[];
}

interface Announced {
  readonly id: string;
  readonly upload: { readonly url: string; readonly headers: Record<string, string> };
}

/** A driver with a phone who has started a shift, and gets work without being asked. */
async function hireDriver(local: TestCloud, story: DispatchStory) {
  const { driverGroup } = await story.call<{ driverGroup: { firstVersionContractId: string } }>(
    'PUT',
    '/v1/fleet/driver-groups/upsert',
    { externalIdentifier: 'own', name: 'Own' },
  );
  const driverGroupId = driverGroup.firstVersionContractId;
  await story.call('PUT', '/v1/own-fleet', {
    rates: [{ driverGroupId, baseCents: 500, perKilometerCents: 50 }],
    acceptanceSeconds: null,
    searchMinutes: 1_440,
  });
  const { driver } = await story.call<{ driver: { id: string } }>('PUT', '/v1/fleet/drivers/upsert', {
    externalIdentifier: 'own-kim',
    firstName: 'Kim',
    lastName: 'Lee',
    phoneNumber: '+14155550142',
    addFirstVersionContractIds: [driverGroupId],
  });
  const now = local.cloud.clock.now();
  const shift = await story.call<{ id: string }>('POST', '/v1/shift', {
    name: 'Day',
    courierId: driver.id,
    plannedStart: new Date(now - HOUR_MS).toISOString(),
    plannedEnd: new Date(now + 12 * HOUR_MS).toISOString(),
  });
  const { code } = await story.call<{ code: string }>('POST', '/v1/driver-phones/invitations', {
    courierId: driver.id,
  });
  const device = { key: 'phone-of-kim-lee-0001', name: 'Phone', platform: 'android' };
  const signedIn = await local.request<{ token: string }>('POST', '/v1/driver-phones/sign-in', {
    body: { code, device },
  });
  const { token } = signedIn.body;
  await sendReport(local, token, { kind: 'shift', shiftId: shift.id, step: 'start' });
  const onPhone = async <Body>(method: string, path: string, body?: object): Promise<Body> => {
    const reply = await local.request<Body>(method, path, { key: token, ...(body ? { body } : {}) });
    if (reply.status >= 300)
      throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply.body;
  };
  return { courierId: driver.id, token, onPhone };
}

let reports = 0;

/** Sends a report until the service has carried it out. */
async function sendReport(local: TestCloud, token: string, report: object): Promise<void> {
  reports += 1;
  const occurredAt = new Date(local.cloud.clock.now()).toISOString();
  const body = { reports: [{ key: `report-${reports}`, occurredAt, ...report }] };
  await eventually(
    async () => {
      const reply = await local.request<{ results?: { outcome: string }[] }>('POST', '/v1/driver/reports', {
        key: token,
        body,
      });
      const outcome = reply.body.results?.[0]?.outcome;
      if (outcome !== 'done' && outcome !== 'later')
        throw new Error(`${JSON.stringify(report)}: ${reply.status} ${JSON.stringify(reply.body)}`);
      return outcome;
    },
    (outcome) => outcome === 'done',
  );
}
