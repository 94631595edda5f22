import * as z from 'zod';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { instantReply, optional, shortText, subjectLine } from '../../../lib/platform/http/index.ts';
import type { Stored } from '../../../lib/platform/table/index.ts';
import {
  changeTemplate,
  createTemplate,
  deleteTemplate,
  type EmailTemplate,
  findTemplate,
  invalidNotificationTrigger,
  listTemplates,
  listVersions,
  MAX_HTML,
  notificationInUse,
  notificationNotFound,
  publishTemplate,
} from '../../../lib/reactions/notifications/index.ts';
import { notificationEndpoint } from './deps.ts';

const path = z.object({ id: z.string().meta({ description: 'Id of the template, `etp_...`.' }) });

const content = {
  subject: subjectLine.min(1).meta({ description: 'Subject, with variables.' }),
  html: z.string().min(1).max(MAX_HTML).meta({
    description:
      'HTML with variables such as `{{customer.first_name}}`, whose values are escaped, and with conditions and loops of Liquid, such as `{% if driver.name %}`. `{{content}}` is replaced by the message of the trigger.',
  }),
  text: z
    .string()
    .max(20_000)
    .nullish()
    .meta({ description: 'Plain text for readers without HTML; default the message of the trigger.' }),
};

const templateReply = z
  .object({
    id: z.string(),
    name: z.string(),
    draft: z.object({ subject: z.string(), html: z.string(), text: z.string().nullable() }),
    publishedVersion: z
      .int()
      .nullable()
      .meta({ description: 'Version that is sent; null until one is published.' }),
    latestVersion: z.int(),
    version: z.int(),
    createdAt: instantReply,
    updatedAt: instantReply,
  })
  .meta({ id: 'EmailTemplate' });

const draftExample = {
  subject: 'Your order from {{pickup_business_name}}',
  html: '<h1>Hi {{customer.first_name}}</h1>{{content}}',
  text: null,
};
const at = '2026-03-05T01:11:51.000Z';
const example = {
  id: 'etp_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
  name: 'Order news',
  draft: draftExample,
  publishedVersion: 1,
  latestVersion: 1,
  version: 2,
  createdAt: at,
  updatedAt: at,
};

function shown({ value, version }: Stored<EmailTemplate>): z.input<typeof templateReply> {
  const { organizationId: _, ...fields } = value;
  return { ...fields, version };
}

/** POST /v1/notification-templates */
export const createEmailTemplate = notificationEndpoint({
  name: 'createEmailTemplate',
  method: 'POST',
  path: '/v1/notification-templates',
  area: 'Notifications',
  summary: 'Create an e-mail template',
  description:
    'Creates a draft, which is not sent until it is published. An organization has at most 100 templates.',
  permission: 'WRITE_NOTIFICATION',
  forLimited: 'refused',
  body: z.object({ name: shortText(128).meta({ description: 'Name of the template.' }), ...content }),
  bodyExample: { name: 'Order news', subject: draftExample.subject, html: draftExample.html },
  reply: templateReply,
  replyExample: { ...example, publishedVersion: null, latestVersion: 0, version: 1 },
  refusals: [invalidNotificationTrigger, notificationNotFound],
  async handle({ input: { body }, ctx }) {
    const { name, subject, html, text } = body;
    const draft = { subject, html, text: text ?? null };
    const made = await createTemplate(ctx, { name, draft }, ctx.ids.next('etp'));
    return isRefusal(made) ? made : shown(made);
  },
});

/** GET /v1/notification-templates */
export const listEmailTemplates = notificationEndpoint({
  name: 'listEmailTemplates',
  method: 'GET',
  path: '/v1/notification-templates',
  area: 'Notifications',
  summary: 'List e-mail templates',
  permission: 'READ_NOTIFICATION',
  forLimited: 'shared',
  reply: z.object({
    templates: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        publishedVersion: z.int().nullable(),
        updatedAt: instantReply,
      }),
    ),
  }),
  replyExample: {
    templates: [{ id: example.id, name: example.name, publishedVersion: 1, updatedAt: at }],
  },
  refusals: [],
  async handle({ ctx }) {
    return { templates: [...(await listTemplates(ctx))] };
  },
});

/** GET /v1/notification-templates/{id} */
export const getEmailTemplate = notificationEndpoint({
  name: 'getEmailTemplate',
  method: 'GET',
  path: '/v1/notification-templates/{id}',
  area: 'Notifications',
  summary: 'Get an e-mail template',
  permission: 'READ_NOTIFICATION',
  forLimited: 'shared',
  params: path,
  reply: templateReply,
  replyExample: example,
  refusals: [notificationNotFound],
  async handle({ input, ctx }) {
    const found = await findTemplate(ctx, input.path.id);
    return isRefusal(found) ? found : shown(found);
  },
});

/** PATCH /v1/notification-templates/{id} */
export const updateEmailTemplate = notificationEndpoint({
  name: 'updateEmailTemplate',
  method: 'PATCH',
  path: '/v1/notification-templates/{id}',
  area: 'Notifications',
  summary: 'Change the draft of an e-mail template',
  description:
    'Only the fields that are sent change. E-mails use the published version until the draft is published.',
  permission: 'WRITE_NOTIFICATION',
  forLimited: 'refused',
  params: path,
  takesIfMatch: true,
  body: z
    .object({ name: shortText(128).meta({ description: 'Name of the template.' }), ...content })
    .partial(),
  bodyExample: { subject: 'About your order' },
  reply: templateReply,
  replyExample: { ...example, draft: { ...draftExample, subject: 'About your order' }, version: 3 },
  refusals: [notificationNotFound, invalidNotificationTrigger, contentionOver('email template')],
  async handle({ input, ctx }) {
    const { name, ...draft } = input.body;
    const sent = Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== undefined));
    const changed = await changeTemplate(ctx, input.path.id, { name, draft: sent });
    return isRefusal(changed) ? changed : shown(changed);
  },
});

/** POST /v1/notification-templates/{id}/publish */
export const publishEmailTemplate = notificationEndpoint({
  name: 'publishEmailTemplate',
  method: 'POST',
  path: '/v1/notification-templates/{id}/publish',
  area: 'Notifications',
  summary: 'Publish an e-mail template',
  description:
    'Creates a version from the draft or, with `version`, from that earlier version. E-mails use the version that was published last.',
  permission: 'WRITE_NOTIFICATION',
  forLimited: 'refused',
  params: path,
  takesIfMatch: true,
  body: z.object({
    version: optional(z.int().min(1)).meta({
      description: 'Earlier version to publish again; default the draft.',
    }),
  }),
  bodyExample: {},
  reply: templateReply,
  replyExample: example,
  refusals: [notificationNotFound, invalidNotificationTrigger, contentionOver('email template')],
  async handle({ input, ctx }) {
    const published = await publishTemplate(ctx, input.path.id, input.body.version ?? null);
    return isRefusal(published) ? published : shown(published);
  },
});

/** GET /v1/notification-templates/{id}/versions */
export const listEmailTemplateVersions = notificationEndpoint({
  name: 'listEmailTemplateVersions',
  method: 'GET',
  path: '/v1/notification-templates/{id}/versions',
  area: 'Notifications',
  summary: 'List the versions of an e-mail template',
  description: 'Newest first, at most 200. The first one is in use.',
  permission: 'READ_NOTIFICATION',
  forLimited: 'shared',
  params: path,
  reply: z.object({
    versions: z.array(
      z.object({
        version: z.int(),
        subject: z.string(),
        html: z.string(),
        text: z.string().nullable(),
        restoredFrom: z.int().nullable().meta({ description: 'Version that was published again.' }),
        publishedAt: instantReply,
        publishedBy: z.string(),
      }),
    ),
  }),
  replyExample: {
    versions: [
      { version: 1, ...draftExample, restoredFrom: null, publishedAt: at, publishedBy: 'key_01JD8Z' },
    ],
  },
  refusals: [notificationNotFound],
  async handle({ input, ctx }) {
    const versions = await listVersions(ctx, input.path.id);
    if (isRefusal(versions)) return versions;
    return { versions: versions.map(({ organizationId: _, templateId: _id, ...version }) => version) };
  },
});

/** DELETE /v1/notification-templates/{id} */
export const deleteEmailTemplate = notificationEndpoint({
  name: 'deleteEmailTemplate',
  method: 'DELETE',
  path: '/v1/notification-templates/{id}',
  area: 'Notifications',
  summary: 'Delete an e-mail template',
  description: 'A template that a destination uses is refused; `details.usedBy` names the destinations.',
  permission: 'WRITE_NOTIFICATION',
  forLimited: 'refused',
  params: path,
  takesIfMatch: true,
  reply: templateReply,
  replyExample: example,
  refusals: [notificationNotFound, contentionOver('email template'), notificationInUse],
  async handle({ input, ctx }) {
    const removed = await deleteTemplate(ctx, input.path.id);
    return isRefusal(removed) ? removed : shown(removed);
  },
});
