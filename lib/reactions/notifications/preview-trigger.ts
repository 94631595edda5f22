import { maySeeJob, type SubjectReader } from '../../fulfilment/jobs/index.ts';
import { maySeeOrder } from '../../ordering/orders/index.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { firingOf } from './firing/fire-trigger.ts';
import { findTrigger } from './manage-settings.ts';
import { loadEventContext } from './messages/load-event-context.ts';
import type { Notification } from './messages/notification.ts';
import { planNotifications } from './messages/plan-notifications.ts';
import { readSettings } from './read-settings.ts';
import { notificationNotFound } from './refusals.ts';
import type { SettingsContext } from './settings-context.ts';
import type { Happening } from './types/define-notification-trigger.ts';

/** The messages that a trigger would send for an order or job now. Nothing is written or sent. */
export async function previewTrigger(
  context: SettingsContext,
  reader: SubjectReader,
  id: string,
  about: { readonly orderId?: string | undefined; readonly jobId?: string | undefined },
): Promise<readonly Notification[] | Refusal> {
  const { organizationId } = context.origin;
  const trigger = await findTrigger(context, id);
  if (isRefusal(trigger)) return trigger;
  const happening = await loadEventContext(context, {
    id: 'preview',
    name: 'preview',
    organizationId,
    aggregateType: 'preview',
    aggregateId: id,
    occurredAt: new Date(context.clock.now()).toISOString(),
    data: about,
  });
  if (!maySee(reader, happening)) {
    return notificationNotFound(`There is no order or job "${about.orderId ?? about.jobId}".`, { ...about });
  }
  const settings = await readSettings(context, organizationId);
  const destinations = settings.destinations.map(({ value }) => value);
  const firing = await firingOf(context, {
    trigger: trigger.value,
    happening,
    cause: 'preview',
    destinations,
  });
  return planNotifications(firing, destinations).map(({ notification }) => notification);
}

/** Whether this order or job exists and the reader may see everything that the messages would show of both. */
function maySee(reader: SubjectReader, { job, order }: Happening): boolean {
  if (!job && !order) return false;
  return (!job || maySeeJob(reader, job)) && (!order || maySeeOrder(reader, order));
}
