import { findDrivers } from '../../fleet/fleet/index.ts';
import {
  advancedTask,
  type Delivery,
  deliveryOf,
  type JobAggregate,
  readJob,
  storesOfJob,
} from '../../fulfilment/jobs/index.ts';
import { chatChannelOf } from '../../fulfilment/providers/accounts/index.ts';
import { type Order, type OrderActor, readOrder, storesOfOrder } from '../../ordering/orders/index.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { normalizeContact } from './deny-list/normalize-contact.ts';
import { templateProblem } from './messages/fill-template.ts';
import { messageContext } from './messages/message-scope.ts';
import type { Notification } from './messages/notification.ts';
import { planMessages } from './messages/plan-notifications.ts';
import { invalidNotificationTrigger } from './refusals.ts';

export const RECIPIENT_TYPES = Object.freeze(['courier', 'customer', 'pickup_business'] as const);
export const MESSAGE_TYPES = Object.freeze(['sms', 'email'] as const);

/** A message to a person involved in an order. */
export interface OneMessage {
  readonly orderId: string;
  readonly recipientType: (typeof RECIPIENT_TYPES)[number];
  readonly messageType: (typeof MESSAGE_TYPES)[number];
  readonly message: string;
}

/** Sends one message about an order that the caller may see. `key` is the same for a repeated request. */
export async function sendOneMessage(
  deps: CoreDeps,
  caller: OrderActor & { readonly listShards: number },
  { orderId, recipientType, messageType, message }: OneMessage,
  key: string,
): Promise<Notification | Refusal> {
  const problem = templateProblem(message);
  if (problem) return invalidNotificationTrigger(`\`message\` ${problem}`, { field: 'message' });
  const found = await readOrder(deps.table, caller, orderId);
  if (isRefusal(found)) return found;
  const order = found.stored.value;
  const { organizationId } = caller;
  const job = order.jobId ? await readJob(deps.table, organizationId, order.jobId) : undefined;
  const configurationId = job && configurationOf(job, order);
  const task = job && configurationId ? advancedTask(job, configurationId) : undefined;
  const delivery = job && task ? deliveryOf(job, task) : undefined;
  const known =
    recipientType === 'courier'
      ? await contactOfCourier(deps, messageType, delivery)
      : contactOf({ recipientType, messageType }, order);
  const recipient = known ? normalizeContact(messageType === 'sms' ? 'phone' : 'email', known) : undefined;
  if (recipient === undefined) {
    const what = messageType === 'sms' ? 'telephone number' : 'e-mail address';
    const wayOut = recipientType === 'courier' ? 'Choose' : 'Add it to the order, or choose';
    return invalidNotificationTrigger(
      `The ${recipientType} of the order "${order.id}" has no ${what}. ${wayOut} another channel.`,
      { field: 'recipient_type', value: recipientType },
    );
  }
  const nowMs = deps.clock.now();
  const event = {
    id: key,
    name: 'message',
    organizationId,
    aggregateType: 'order',
    aggregateId: order.id,
    occurredAt: new Date(nowMs).toISOString(),
    data: {},
  };
  const happening = { event, data: {}, job, task, delivery: undefined, order, more: {} };
  const context = messageContext(
    happening,
    await chatChannelOf(deps.table, organizationId, task?.providerId),
  );
  const [planned] = planMessages({
    organizationId,
    key,
    destination: null,
    jobId: job?.job.value.id ?? null,
    orderId: order.id,
    channel: messageType,
    recipients: [recipient],
    subject: messageType === 'email' ? (order.pickupBusinessName ?? 'Your order') : null,
    body: message,
    context,
    nowMs,
    listShards: caller.listShards,
    storeLocationIds: job ? storesOfJob(job) : storesOfOrder(order),
    isUnsubscribable: recipientType === 'customer',
    fillsBody: true,
  });
  if (!planned) throw new Error(`No message was created for ${recipient}.`);
  await deps.table.write(planned.operations);
  return planned.notification;
}

function configurationOf(job: JobAggregate, order: Order): string | undefined {
  return job.configurations.find(({ value }) => value.orderId === order.id)?.value.id;
}

/** Number or address of the customer or the business at the pickup; undefined when the order has none. */
function contactOf(
  {
    recipientType,
    messageType,
  }: { readonly recipientType: 'customer' | 'pickup_business' } & Pick<OneMessage, 'messageType'>,
  order: Order,
): string | undefined {
  return {
    customer: { sms: order.dropoffPhoneNumber, email: order.dropoffEmail },
    pickup_business: { sms: order.pickupPhoneNumber, email: order.pickupEmail },
  }[recipientType][messageType];
}

/** Number or address of the courier; providers report no addresses, but the own fleet's drivers have theirs. At most 2 calls. */
async function contactOfCourier(
  { table }: Pick<CoreDeps, 'table'>,
  messageType: OneMessage['messageType'],
  delivery: Delivery | undefined,
): Promise<string | undefined> {
  if (!delivery) return undefined;
  if (messageType === 'sms') {
    return delivery.courierDropoffPhoneNumber ?? delivery.courierPhoneNumber ?? undefined;
  }
  const { organizationId, providerIsInternal, courierExternalId } = delivery;
  if (!providerIsInternal || courierExternalId === null) return undefined;
  const anyGroup = { organizationId, driverGroupIds: null };
  const [driver] = await findDrivers(table, anyGroup, [courierExternalId]);
  return driver?.value.email;
}
