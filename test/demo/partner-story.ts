import { type ExamplePartner, startExamplePartner } from '../support/example-partner.ts';
import { type DemoApi, type DemoTarget, demoApi } from './api.ts';
import { demoOrder, STORIES } from './demo-order.ts';
import { lookUntil, type StoryOutcome } from './story-outcome.ts';
import { isDelivered, type StoryTask, taskOfOrder } from './story-tasks.ts';
import { demoStrategy } from './strategy.ts';

/** The refund of the delivery fee that the shop asks for, in cents. */
const REFUND_CENTS = 300;

interface Fleet {
  readonly id: string;
  readonly signingSecret: string;
  readonly updatesUrl: string;
}

/**
 * A partner over HTTP delivers an order, and part of its fee is refunded. Then the partner goes down, and the next
 * order goes to the next provider.
 */
export async function partnerStory(target: DemoTarget, run: string): Promise<StoryOutcome> {
  const api = demoApi(target);
  let now = Date.now();
  const partner = await startExamplePartner(() => now);
  try {
    const name = `Demo partner ${run}`;
    const registration = { name, baseUrl: partner.url, token: partner.token };
    const fleet = await api.call<Fleet>('POST', '/v1/http-fleets', registration);
    partner.secretIs(fleet.signingSecret);
    const strategy = await demoStrategy(api, `${run}: partner`, [name, 'FleetSimulatorFast']);
    const ordered = async (index: number) => {
      const order = demoOrder(STORIES[0], index, `${run}-partner`, strategy);
      return (await api.call<{ id: string }>('POST', '/v1/order', order)).id;
    };
    const first = await ordered(50);
    const given = await lookUntil(
      () => taskOfOrder(api, first),
      ({ task }) => task?.status === 'running' && task.delivery?.providerName === name,
    );
    const report = async () => {
      const clock = await api.call<{ now: string }>('POST', '/_local/clock', { advanceMs: 0 });
      now = Date.parse(clock.now);
      return reported(target, fleet, partner, given.task);
    };
    const isReported = await lookUntil(report, (isThere) => isThere);
    const carried = isReported ? await taskOfOrder(api, first) : given;
    const refunded = await refundOf(api, carried.jobId, carried.task);

    partner.become('down');
    const second = await ordered(51);
    const other = await lookUntil(
      () => taskOfOrder(api, second),
      ({ task }) => isDelivered(task),
    );
    const carrier = isDelivered(other.task) ? other.task?.delivery?.providerName : undefined;
    await api.call('DELETE', `/v1/http-fleets/${fleet.id}`);
    return {
      rows: [
        ['delivered by a partner over HTTP', isDelivered(carried.task) ? 'yes' : 'no'],
        ['refund of its fee', refunded === REFUND_CENTS ? `${REFUND_CENTS} cents` : 'none'],
        ['delivered while the partner is down', carrier ?? 'no'],
      ],
      missing: [
        ...(isDelivered(carried.task) ? [] : [`${first} of the partner: ${carried.task?.delivery?.status}`]),
        ...(refunded === REFUND_CENTS ? [] : [`refund of ${first}`]),
        ...(carrier === 'FleetSimulatorFast' ? [] : [`${second} while the partner is down`]),
      ],
    };
  } finally {
    await partner.stop();
  }
}

/** Whether the service accepted the partner's report that the order is delivered. */
async function reported(
  target: DemoTarget,
  { updatesUrl }: Fleet,
  partner: ExamplePartner,
  task: StoryTask | undefined,
): Promise<boolean> {
  const { pathname, search } = new URL(updatesUrl);
  const deliveryId = task?.delivery?.id;
  const updates = [
    { deliveryId, status: 'pickup_enroute', courier: { name: 'Maria' } },
    { deliveryId, status: 'dropoff_complete' },
  ];
  return partner.tell(`${target.baseUrl}${pathname}${search}`, { updates }).then(
    (status) => status === 200,
    // The service may be unavailable for a while.
    () => false,
  );
}

/** Requests a refund of part of the fee, grants it, and returns the granted amount. */
async function refundOf(
  api: DemoApi,
  jobId: string | null,
  task: StoryTask | undefined,
): Promise<number | null> {
  if (jobId === null || !isDelivered(task)) return null;
  const { refundRequestId } = await api.call<{ refundRequestId: string }>(
    'POST',
    `/v1/jobs/${jobId}/tasks/${task?.id}/delivery_incident`,
    {
      raiseIncident: true,
      incidentType: 'REFUND_REQUEST',
      incidentNotes: 'The bag was torn.',
      requestAmountDeliveryFeeCents: REFUND_CENTS,
    },
  );
  const path = `/v1/refund-request/${refundRequestId}`;
  await api.call('PATCH', path, { status: 'approved' });
  const { status, refundAmountCents } = await api.call<{ status: string; refundAmountCents: number }>(
    'GET',
    path,
  );
  return status === 'approved' ? refundAmountCents : null;
}
