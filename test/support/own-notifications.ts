import { createDestination } from '../../functions/api/notifications/create-destination.ts';
import { createTrigger } from '../../functions/api/notifications/create-trigger.ts';
import { createEmailTemplate } from '../../functions/api/notifications/email-templates.ts';
import { create } from '../../lib/platform/table/index.ts';
import { NEW_NOTIFICATION, notificationEntity } from '../../lib/reactions/notifications/index.ts';
import { anyJob } from './builders/any-job.ts';
import type { MakeResource, Maker } from './own-resource.ts';

const destination: MakeResource = async ({ call, key }) => {
  const reply = await call(createDestination.routeKey, { key, body: createDestination.bodyExample });
  return { params: { id: reply.json.id } };
};

const trigger: MakeResource = async ({ call, key }) => {
  const reply = await call(createTrigger.routeKey, { key, body: createTrigger.bodyExample });
  return { params: { id: reply.json.id } };
};

const job = async ({ organizationId, deps }: Maker) => {
  const made = anyJob({ organizationId, id: deps.ids.next('job') });
  await deps.table.write(made.operations);
  return made.next.job.value.id;
};

const triggerOfJob: MakeResource = async (maker) => ({
  ...(await trigger(maker)),
  body: { jobId: await job(maker) },
});

const notification: MakeResource = async (maker) => {
  const { organizationId, deps } = maker;
  const id = `ntf_${deps.ids.next('msg')}`;
  await deps.table.write([
    create(notificationEntity, {
      ...NEW_NOTIFICATION,
      organizationId,
      id,
      triggerId: null,
      destinationId: null,
      jobId: null,
      orderId: null,
      channel: 'sms',
      recipient: '+14155550100',
      subject: null,
      body: 'Hello',
      status: 'sent',
      attempts: 1,
      leaseUntil: null,
      receipt: null,
      error: null,
      createdAt: new Date(deps.clock.now()).toISOString(),
      sentAt: null,
      listShard: 0,
    }),
  ]);
  return { params: { id } };
};

const template: MakeResource = async ({ call, key }) => {
  const reply = await call(createEmailTemplate.routeKey, { key, body: createEmailTemplate.bodyExample });
  return { params: { id: reply.json.id } };
};

/** Triggers, destinations and notifications, for endpoints with one of them in their path. */
export const notificationResources: Readonly<Record<string, MakeResource>> = {
  getNotificationDestination: destination,
  getNotificationDestinationSecret: destination,
  updateNotificationDestination: destination,
  deleteNotificationDestination: destination,
  getNotificationTrigger: trigger,
  updateNotificationTrigger: trigger,
  deleteNotificationTrigger: trigger,
  previewNotificationTrigger: triggerOfJob,
  fireNotificationTrigger: triggerOfJob,
  resendNotification: notification,
  getEmailTemplate: template,
  updateEmailTemplate: template,
  publishEmailTemplate: template,
  listEmailTemplateVersions: template,
  deleteEmailTemplate: template,
};
