import * as z from 'zod';
import { instantReply, optional, shortText, subjectLine } from '../../../lib/platform/http/index.ts';
import type { Stored } from '../../../lib/platform/table/index.ts';
import {
  CHANNELS,
  type Destination,
  type DestinationFields,
  MAX_RECIPIENTS,
  NOTIFICATION_STATUSES,
  type Notification,
  type NotificationTrigger,
  type TriggerFields,
} from '../../../lib/reactions/notifications/index.ts';

const MAX_MESSAGE = 4000;
const localTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'is not a time such as 22:00');

const channel = z.object({
  type: z.enum(CHANNELS).meta({ description: 'Channel of the message.' }),
  recipients: z
    .array(shortText(500))
    .min(1)
    .max(MAX_RECIPIENTS)
    .meta({
      description:
        'Addresses, numbers or URLs, or variables such as `{{customer.phone_number}}`. For `slack` also channels such as ' +
        '`#deliveries`: these are posted to through the connection named `Slack`, which holds the token of a bot.',
    }),
  message: optional(z.string().max(MAX_MESSAGE)).meta({ description: "Replaces the trigger's message." }),
  subject: optional(subjectLine).meta({
    description: "Subject of e-mails; default the template's, or the trigger's name.",
  }),
  emailTemplateId: optional(shortText(64)).meta({
    description: 'Published template of its e-mails; default none.',
  }),
});

/** Fields of a destination in a request. */
export const destinationInput = z.object({
  name: shortText(128).meta({ description: 'Name of the destination.' }),
  channels: z.array(channel).min(1).max(20).meta({ description: 'Channels of its messages.' }),
  digestMinutes: z.int().min(5).max(1440).nullish().meta({
    description:
      'Minutes for which a recipient gets at most one message, which lists what happened; default each message at once.',
  }),
  quietHours: z
    .object({
      from: localTime.meta({ description: 'Start, such as `22:00`.' }),
      to: localTime.meta({ description: 'End, such as `07:00`.' }),
      timeZone: shortText(64).meta({
        description: "IANA time zone, or `recipient` for the customer's.",
      }),
    })
    .nullish()
    .meta({ description: 'Quiet hours: between these local times messages wait until the end.' }),
});

/** The fields of a destination that were sent, in their stored form. */
export function destinationFields(body: z.output<typeof destinationInput>): DestinationFields {
  return {
    name: body.name,
    digestMinutes: body.digestMinutes ?? null,
    quietHours: body.quietHours ?? null,
    channels: channelsOf(body.channels),
  };
}

/** The fields that were sent. */
export function destinationChanges(
  body: Partial<z.output<typeof destinationInput>>,
): Partial<DestinationFields> {
  return {
    ...(body.name === undefined ? {} : { name: body.name }),
    ...(body.channels === undefined ? {} : { channels: channelsOf(body.channels) }),
    ...(body.digestMinutes === undefined ? {} : { digestMinutes: body.digestMinutes }),
    ...(body.quietHours === undefined ? {} : { quietHours: body.quietHours }),
  };
}

function channelsOf(channels: z.output<typeof destinationInput>['channels']): DestinationFields['channels'] {
  return channels.map(({ type, recipients, message, subject, emailTemplateId }) => ({
    type,
    recipients,
    message: message ?? null,
    subject: subject ?? null,
    emailTemplateId: emailTemplateId ?? null,
  }));
}

export const destinationReply = z
  .object({
    id: z.string(),
    name: z.string(),
    channels: z.array(
      z.object({
        type: z.enum(CHANNELS),
        recipients: z.array(z.string()),
        message: z.string().nullable(),
        subject: z.string().nullable(),
        emailTemplateId: z.string().nullable(),
      }),
    ),
    digestMinutes: z.int().nullable(),
    quietHours: z.object({ from: z.string(), to: z.string(), timeZone: z.string() }).nullable(),
    version: z.int(),
    createdAt: instantReply,
    updatedAt: instantReply,
  })
  .meta({ id: 'NotificationDestination' });

export function renderDestination({ value, version }: Stored<Destination>) {
  const { organizationId: _, ...fields } = value;
  return { ...fields, version };
}

/** Fields of a trigger in a request, besides its type. */
const triggerFieldsInput = {
  name: shortText(128).meta({ description: 'Name of the trigger.' }),
  description: z.string().max(1000).nullish().meta({ description: 'Purpose of the trigger.' }),
  enabled: optional(z.boolean()).meta({ description: 'Whether it fires; default true.' }),
  notificationGroupIds: z
    .array(shortText(64))
    .max(20)
    .meta({ description: 'Ids of the destinations that get the message.' }),
  message: z.string().max(MAX_MESSAGE).nullish().meta({
    description: 'Text with variables such as `{{customer.first_name}}`; a destination may have its own.',
  }),
  variants: optional(
    z
      .array(
        z.object({
          locale: shortText(35).meta({ description: 'Language tag, such as `es` or `pt-BR`.' }),
          message: z.string().min(1).max(MAX_MESSAGE).meta({ description: 'Message in this language.' }),
          subject: subjectLine.nullish().meta({ description: 'Subject of e-mails in this language.' }),
        }),
      )
      .max(20),
  ).meta({
    description:
      "The message in other languages. The customer's language is `customerLocale`, `locale` or `language` in the metadata; " +
      '`pt-BR` falls back to `pt` and then to `message`.',
  }),
  optionsGroupIds: optional(z.array(shortText(64)).max(100)).meta({
    description: 'Only jobs and orders of these dispatch strategies; empty = all.',
  }),
  contractIds: optional(z.array(shortText(64)).max(100)).meta({
    description: 'Only deliveries on routes of these driver groups; empty = all.',
  }),
  zoneIds: optional(z.array(shortText(64)).max(100)).meta({
    description: 'Only dropoffs within these zones; empty = everywhere.',
  }),
  flag: optional(z.boolean()).meta({ description: 'Whether to flag the delivery when it fires.' }),
  autoResolveFlag: optional(z.boolean()).meta({
    description: 'Whether to resolve the flag when the delivery recovers.',
  }),
  customEventName: z.string().min(1).max(128).nullish().meta({
    description: 'Key of the custom event to emit on the order or job when it fires.',
  }),
  agentId: z.string().min(1).max(64).nullish().meta({
    description: 'Id of the agent that handles the event.',
  }),
  conditionalLogic: z
    .record(z.string(), z.unknown())
    .nullish()
    .meta({ description: 'Conditions on metadata, with AND and OR; empty = always.' }),
  oncePerJob: optional(z.boolean()).meta({ description: 'Whether it fires once per job and destination.' }),
  isInternal: optional(z.boolean()).meta({
    description: 'Whether its messages are for the team rather than for customers.',
  }),
  parameters: optional(z.record(z.string(), z.unknown())).meta({
    description: 'Parameters of the type; the catalog has their schema.',
  }),
};

export const triggerInput = z.object({
  type: shortText(64).meta({ description: 'Type of the trigger; the catalog lists them.' }),
  ...triggerFieldsInput,
});

export const triggerChangeInput = z.object(triggerFieldsInput).partial();

/** The fields of a new trigger that were sent, in their stored form. */
export function triggerFields(body: z.output<typeof triggerInput>): TriggerFields {
  return {
    type: body.type,
    name: body.name,
    description: body.description ?? null,
    enabled: body.enabled ?? true,
    notificationGroupIds: body.notificationGroupIds,
    message: body.message ?? null,
    variants: variantsOf(body.variants),
    optionsGroupIds: body.optionsGroupIds ?? [],
    contractIds: body.contractIds ?? [],
    zoneIds: body.zoneIds ?? [],
    flag: body.flag ?? false,
    autoResolveFlag: body.autoResolveFlag ?? false,
    customEventName: body.customEventName ?? null,
    agentId: body.agentId ?? null,
    conditionalLogic: body.conditionalLogic ?? null,
    oncePerJob: body.oncePerJob ?? false,
    isInternal: body.isInternal ?? false,
    parameters: body.parameters ?? {},
  };
}

/** The fields that were sent. */
export function triggerChanges(body: z.output<typeof triggerChangeInput>): Partial<TriggerFields> {
  const { variants, ...others } = body;
  const sent = Object.entries({
    ...others,
    ...(variants === undefined ? {} : { variants: variantsOf(variants) }),
  }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(sent) as Partial<TriggerFields>;
}

function variantsOf(variants: z.output<typeof triggerInput>['variants']): TriggerFields['variants'] {
  return (variants ?? []).map((one) => ({ ...one, subject: one.subject ?? null }));
}

export const triggerReply = z
  .object({
    id: z.string(),
    type: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    enabled: z.boolean(),
    notificationGroupIds: z.array(z.string()),
    message: z.string().nullable(),
    variants: z.array(z.object({ locale: z.string(), message: z.string(), subject: z.string().nullable() })),
    optionsGroupIds: z.array(z.string()),
    contractIds: z.array(z.string()),
    zoneIds: z.array(z.string()),
    flag: z.boolean(),
    autoResolveFlag: z.boolean(),
    customEventName: z.string().nullable(),
    agentId: z.string().nullable(),
    conditionalLogic: z.unknown(),
    oncePerJob: z.boolean(),
    isInternal: z.boolean(),
    parameters: z.record(z.string(), z.unknown()),
    version: z.int(),
    createdAt: instantReply,
    updatedAt: instantReply,
  })
  .meta({ id: 'NotificationTrigger' });

export function renderTrigger({ value, version }: Stored<NotificationTrigger>) {
  const { organizationId: _, ...fields } = value;
  return { ...fields, version };
}

export const notificationReply = z
  .object({
    id: z.string(),
    triggerId: z.string().nullable(),
    destinationId: z.string().nullable(),
    jobId: z.string().nullable(),
    orderId: z.string().nullable(),
    channel: z.enum(CHANNELS),
    recipient: z.string(),
    status: z.enum(NOTIFICATION_STATUSES),
    subject: z.string().nullable(),
    body: z.string(),
    createdAt: instantReply,
    sentAt: instantReply.nullable(),
    attempts: z.int().meta({ description: 'Attempts to hand it to its channel.' }),
    receipt: z.string().nullable().meta({ description: "The channel's own id of the message." }),
    error: z.string().nullable(),
    digestId: z
      .string()
      .nullable()
      .meta({ description: 'Digest that contains it; the status is then `skipped`.' }),
  })
  .meta({ id: 'Notification' });

export function renderNotification(value: Notification): z.input<typeof notificationReply> {
  return value;
}

const at = '2026-03-05T01:11:51.000Z';
const destinationId = 'ntg_01JD8Z6Q4T9V2N5X7C3B1M0K8H';
const triggerId = 'ntr_01JD8Z6Q4T9V2N5X7C3B1M0K8H';

export const destinationBodyExample = {
  name: 'Customer by text message',
  channels: [{ type: 'sms', recipients: ['{{customer.phone_number}}'] }],
};
export const destinationExample = {
  id: destinationId,
  name: 'Customer by text message',
  channels: [
    {
      type: 'sms' as const,
      recipients: ['{{customer.phone_number}}'],
      message: null,
      subject: null,
      emailTemplateId: null,
    },
  ],
  digestMinutes: null,
  quietHours: null,
  version: 1,
  createdAt: at,
  updatedAt: at,
};
export const triggerBodyExample = {
  type: 'delivery_status_transition',
  name: 'On its way',
  notificationGroupIds: [],
  message: 'Hi {{customer.first_name}}, your order is on its way: {{job_tracking_link}}',
  parameters: { deliveryStatus: 'dropoff_enroute' },
};
export const triggerExample = {
  id: triggerId,
  type: 'delivery_status_transition',
  name: 'On its way',
  description: null,
  enabled: true,
  notificationGroupIds: [destinationId],
  message: triggerBodyExample.message,
  variants: [],
  optionsGroupIds: [],
  contractIds: [],
  zoneIds: [],
  flag: false,
  autoResolveFlag: false,
  customEventName: null,
  agentId: null,
  conditionalLogic: null,
  oncePerJob: false,
  isInternal: false,
  parameters: { deliveryStatus: ['dropoff_enroute'] },
  version: 1,
  createdAt: at,
  updatedAt: at,
};
export const notificationExample = {
  id: 'ntf_8m3k2p9x7c5v1b4n6q0w8e2r4t',
  triggerId,
  destinationId,
  jobId: 'job_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
  orderId: null,
  channel: 'sms' as const,
  recipient: '+14155550199',
  status: 'sent' as const,
  subject: null,
  body: 'Hi Ada, your order is on its way: https://example.com/track/x',
  createdAt: at,
  sentAt: at,
  attempts: 1,
  receipt: '0101019c8a2f6d54-1f0c',
  error: null,
  digestId: null,
};

export const destinationPath = z.object({
  id: z.string().meta({ description: 'Id of the destination, `ntg_...`.' }),
});
export const triggerPath = z.object({
  id: z.string().meta({ description: 'Id of the trigger, `ntr_...`.' }),
});
