import { isRefusal, type Refusal } from '../core/refusal.ts';
import { readOrganization } from '../organization/index.ts';
import { findTrigger, type SettingsContext } from './manage-settings.ts';
import { messageContext } from './messages/message-scope.ts';
import type { Notification } from './messages/notification.ts';
import { lookAround, readSettings } from './messages/notify.ts';
import { planNotifications } from './messages/plan-notifications.ts';
import { notificationNotFound } from './refusals.ts';

/** The messages that a trigger would make for an order or job now. Nothing is written or sent. */
export async function previewTrigger(
  context: SettingsContext,
  id: string,
  about: { readonly orderId?: string | undefined; readonly jobId?: string | undefined },
): Promise<readonly Notification[] | Refusal> {
  const { organizationId } = context.origin;
  const trigger = await findTrigger(context, id);
  if (isRefusal(trigger)) return trigger;
  const happening = await lookAround(
    {
      id: 'preview',
      name: 'preview',
      organizationId,
      aggregateType: 'preview',
      aggregateId: id,
      occurredAt: new Date(context.clock.now()).toISOString(),
      data: about,
    },
    context,
  );
  if (!happening.job && !happening.order) {
    return notificationNotFound(`There is no order or job "${about.orderId ?? about.jobId}".`, { ...about });
  }
  const { destinations } = await readSettings(context, organizationId);
  const nowMs = context.clock.now();
  return planNotifications(
    {
      organizationId,
      trigger: trigger.value,
      cause: 'preview',
      jobId: happening.job?.job.value.id ?? null,
      orderId: happening.order?.id ?? null,
      context: messageContext(happening),
      nowMs,
      notBeforeMs: nowMs,
      listShards: (await readOrganization(context, organizationId)).value.listShards,
    },
    destinations.map(({ value }) => value),
  ).map(({ notification }) => notification);
}
