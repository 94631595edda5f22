import type { Followed } from './follow-orders.ts';
import type { Inbox } from './inbox.ts';
import type { NotificationOutcome } from './notification-story.ts';
import { type PlanningOutcome, planningMissing, planningRows } from './planning-story.ts';
import type { StoryOutcome } from './story-outcome.ts';
import type { WindowOutcome } from './window-story.ts';

/** How the demo ended. */
export interface Report {
  readonly rows: readonly (readonly [string, string])[];
  /** What is missing; empty = nothing was lost. */
  readonly missing: readonly string[];
}

/** Webhooks that must have arrived: one for every status that a delivery of these orders has had. */
export function expectedWebhooks(orders: readonly Followed[]): readonly string[] {
  return orders.flatMap(({ tasks }) =>
    tasks.flatMap(({ delivery }) =>
      delivery ? delivery.statusHistory.map(({ status }) => `${delivery.id} ${status}`) : [],
    ),
  );
}

/** Shows that a delivery window dispatched the order that was booked into it. */
export function windowWebhook({ jobId }: WindowOutcome): string {
  return `${jobId} dispatched`;
}

/** Counts, and names what did not arrive. */
export function reportOf(
  orders: readonly Followed[],
  window: WindowOutcome,
  inbox: Inbox,
  {
    notified: told,
    planning,
    others,
  }: {
    readonly notified: NotificationOutcome;
    readonly planning: PlanningOutcome;
    readonly others: readonly StoryOutcome[];
  },
): Report {
  const delivered = orders.filter(({ status }) => status === 'dropoff_complete');
  const waits = orders
    .flatMap(({ createdAt, tasks }) =>
      tasks[0] ? [Date.parse(tasks[0].createdAt) - Date.parse(createdAt)] : [],
    )
    .sort((a, b) => a - b);
  const expected = expectedWebhooks(orders);
  const isWindowTold = inbox.told.has(windowWebhook(window));
  const missing = [
    ...(window.jobId === null ? [`${window.orderId} was not dispatched by its delivery window`] : []),
    ...planningMissing(planning),
    ...others.flatMap((story) => story.missing),
    ...(told.text === null ? ['text message to a customer'] : []),
    ...(told.mail === null ? ['mail to a customer'] : []),
    ...(told.card === null ? ['card in the chat of the team'] : []),
    ...(told.afterOptOut > 0 ? [`${told.afterOptOut} messages to a customer who had opted out`] : []),
    ...(window.jobId !== null && !isWindowTold ? [`webhook shift.dispatched of ${window.jobId}`] : []),
    ...orders
      .filter((order) => !delivered.includes(order))
      .map(({ orderId, status }) => `${orderId} ended as ${status}`),
    ...expected.filter((key) => !inbox.told.has(key)).map((key) => `webhook ${key}`),
    ...(inbox.counts.badSignatures > 0
      ? [`${inbox.counts.badSignatures} webhooks with a wrong signature`]
      : []),
  ];
  return {
    missing,
    rows: [
      ['orders', String(orders.length)],
      ['delivered', String(delivered.length)],
      ['attempts', String(orders.reduce((sum, { tasks }) => sum + tasks.length, 0))],
      ['order to first attempt, median', `${waits[Math.floor(waits.length / 2)] ?? '-'} ms`],
      ['order to first attempt, slowest', `${waits.at(-1) ?? '-'} ms`],
      ['dispatched by a delivery window', window.jobId === null ? 'no' : 'yes'],
      ...planningRows(planning),
      ...others.flatMap(({ rows }) => rows),
      ['text to a customer', told.text ?? 'none'],
      ['mail to a customer', told.mail ?? 'none'],
      ['card to the team', told.card ?? 'none'],
      ['messages after an opt-out', `${told.afterOptOut}, ${told.suppressed} held back`],
      ['webhooks received', String(inbox.counts.messages)],
      ['of these sent again', String(inbox.counts.repeated)],
      [
        'webhooks expected of statuses',
        `${expected.length - expected.filter((key) => !inbox.told.has(key)).length} of ${expected.length}`,
      ],
      ['lost', missing.length === 0 ? 'none' : String(missing.length)],
    ],
  };
}
