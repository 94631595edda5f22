import { setTimeout as sleep } from 'node:timers/promises';
import { type DemoApi, type DemoTarget, demoApi } from './api.ts';
import { demoOrder, STORIES } from './demo-order.ts';

/** What customers and the team were told about two orders, the second one after its customer opted out. */
export interface NotificationOutcome {
  /** The last text message to the customer of the first order; null = none came. */
  readonly text: string | null;
  readonly mail: string | null;
  readonly card: string | null;
  /** Messages that reached the customer who had opted out. */
  readonly afterOptOut: number;
  /** Messages to that customer that were held back. */
  readonly suppressed: number;
}

interface Captured {
  readonly channel: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

const PATIENCE_MS = 120_000;
const LOOK_EVERY_MS = 700;

/**
 * A customer is notified by text message and e-mail, the team by a card in a chat; another customer has opted out and
 * gets nothing.
 */
export async function notificationStory(
  target: DemoTarget,
  run: string,
  dispatchStrategyId: string,
): Promise<NotificationOutcome> {
  const api = demoApi(target);
  const number = (index: number) =>
    `+1415555${String((Number.parseInt(run, 16) + index) % 10_000).padStart(4, '0')}`;
  const customer = { phone: number(0), email: `ada-${run}@example.com` };
  const leaver = { phone: number(1), email: `leaver-${run}@example.com` };
  const chat = `demo-${run}`;
  const created = await setUp(api, target.baseUrl, dispatchStrategyId, chat);
  for (const contact of [
    { type: 'phone', value: leaver.phone },
    { type: 'email', value: leaver.email },
  ]) {
    await api.call('POST', '/v1/organization-management/notifications/deny-list', contact);
  }
  const ordered = async (index: number, { phone, email }: typeof customer) =>
    api.call<{ id: string }>('POST', '/v1/order', {
      ...demoOrder(STORIES[0], index, `${run}-told`, dispatchStrategyId),
      dropoffPhoneNumber: phone,
      dropoffEmail: email,
      orderMetadata: { demoRun: run },
    });
  await ordered(30, customer);
  const second = await ordered(31, leaver);
  const to = (captured: readonly Captured[], ...names: readonly string[]) =>
    captured.filter((one) => names.includes(one.to));
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const captured = await inbox(api);
    const mail = to(captured, customer.email)[0];
    const card = to(captured, chat)[0];
    const texts = to(captured, customer.phone).filter(({ text }) => text.includes('delivered'));
    const held = await api.call<{ results: readonly { status: string }[] }>(
      'GET',
      `/v1/notifications?orderId=${second.id}&status=suppressed&limit=50`,
    );
    // Three text messages and a mail.
    const isThrough = mail && card && texts.length > 0 && held.results.length >= 4;
    if (!isThrough && Date.now() < until) {
      await sleep(LOOK_EVERY_MS);
      continue;
    }
    for (const path of created) await api.call('DELETE', path);
    return {
      text: texts[0]?.text ?? null,
      mail: mail ? `${mail.subject}: ${mail.text.split('\n')[0]}` : null,
      card: card?.text.replaceAll('\n', ' ') ?? null,
      afterOptOut: to(captured, leaver.phone, leaver.email).length,
      suppressed: held.results.length,
    };
  }
}

/**
 * An e-mail to the customer and a card for the team when a delivery of this run is complete. Returns the paths of what
 * was created.
 */
async function setUp(
  api: DemoApi,
  baseUrl: string,
  dispatchStrategyId: string,
  chat: string,
): Promise<readonly string[]> {
  const { id: template } = await api.call<{ id: string }>('POST', '/v1/notification-templates', {
    name: 'Demo',
    subject: 'Your order from {{pickup_business_name}}',
    html: '<h1>Hi {{customer.first_name}}</h1>{{content}}',
  });
  await api.call('POST', `/v1/notification-templates/${template}/publish`, {});
  const { id: customer } = await api.call<{ id: string }>('POST', '/v1/notification-groups', {
    name: 'Demo customer',
    channels: [{ type: 'email', recipients: ['{{customer.email}}'], emailTemplateId: template }],
  });
  const { id: team } = await api.call<{ id: string }>('POST', '/v1/notification-groups', {
    name: 'Demo team',
    channels: [{ type: 'slack', recipients: [`${baseUrl}/_local/chat/slack/${chat}`] }],
  });
  const trigger = async (to: string, message: string, isInternal: boolean) =>
    api.call<{ id: string }>('POST', '/v1/notification-triggers', {
      type: 'delivery_status_transition',
      name: isInternal ? 'Delivery complete' : 'Your order has arrived',
      notificationGroupIds: [to],
      message,
      isInternal,
      optionsGroupIds: [dispatchStrategyId],
      // Only for this story's orders: the demo's other orders have the same strategy.
      conditionalLogic: { field: 'demoRun', operator: 'equals', value: chat.slice('demo-'.length) },
      parameters: { deliveryStatus: 'dropoff_complete' },
    });
  const first = await trigger(customer, 'Your order has been delivered.', false);
  const second = await trigger(team, 'The order of {{customer.first_name}} was delivered.', true);
  return [
    `/v1/notification-triggers/${first.id}`,
    `/v1/notification-triggers/${second.id}`,
    `/v1/notification-groups/${customer}`,
    `/v1/notification-groups/${team}`,
    `/v1/notification-templates/${template}`,
  ];
}

async function inbox(api: DemoApi): Promise<readonly Captured[]> {
  return (await api.call<{ messages: readonly Captured[] }>('GET', '/_local/inbox/messages')).messages;
}
