import * as z from 'zod';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { findTrigger, fireForJob, notificationNotFound } from '../../../lib/reactions/notifications/index.ts';
import { notificationEndpoint } from './deps.ts';
import { triggerExample, triggerPath } from './notification-schemas.ts';

/** POST /v1/notification/{id}/trigger */
export const fireTrigger = notificationEndpoint({
  name: 'fireNotificationTrigger',
  method: 'POST',
  path: '/v1/notification/{id}/trigger',
  area: 'Notifications',
  summary: 'Fire a notification trigger for a job',
  description:
    'Works for every type, and also while the trigger is disabled. With the same Idempotency-Key it fires once.',
  permission: 'WRITE_NOTIFICATION',
  forLimited: 'refused',
  params: triggerPath,
  body: z.object({ jobId: z.string().max(128).meta({ description: 'Job that the message is about.' }) }),
  bodyExample: { jobId: 'job_01JD8Z6Q4T9V2N5X7C3B1M0K8H' },
  reply: z.object({
    notificationTrigger: z.object({ id: z.string(), name: z.string(), description: z.string().nullable() }),
  }),
  replyExample: {
    notificationTrigger: { id: triggerExample.id, name: triggerExample.name, description: null },
  },
  refusals: [notificationNotFound],
  async handle({ input: { path, body }, ctx }) {
    const trigger = await findTrigger(ctx, path.id);
    if (isRefusal(trigger)) return trigger;
    const { id, name, description } = trigger.value;
    const { storeLocationIds } = ctx.caller;
    const firing = { cause: `api:${ctx.ids.next('evt')}`, storeLocationIds };
    const isFired = await fireForJob(ctx, trigger.value, body.jobId, firing);
    return isFired
      ? { notificationTrigger: { id, name, description } }
      : notificationNotFound(`There is no job "${body.jobId}".`, { id: body.jobId });
  },
});
