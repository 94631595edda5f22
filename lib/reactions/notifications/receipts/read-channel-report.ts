import * as z from 'zod';

/** A channel's report about a message or an answer of a recipient. */
export type ChannelReport =
  | {
      readonly kind: 'receipt';
      /** Identified by our own ids, or by the channel's. */
      readonly message:
        | { readonly organizationId: string; readonly notificationId: string }
        | { readonly receipt: string };
      readonly outcome: 'delivered' | 'failed';
      readonly reason: string | null;
      /** The recipient does not want, or cannot get, more messages on this channel. */
      readonly denies: boolean;
    }
  | { readonly kind: 'reply'; readonly contact: string; readonly text: string };

const email = z.object({
  eventType: z.string().optional(),
  notificationType: z.string().optional(),
  mail: z.object({ tags: z.record(z.string(), z.array(z.string())).optional() }),
  bounce: z
    .object({
      bounceType: z.string(),
      bouncedRecipients: z.array(z.object({ diagnosticCode: z.string().optional() })).optional(),
    })
    .optional(),
  complaint: z.object({ complaintFeedbackType: z.string().optional() }).optional(),
});

const text = z.object({
  eventType: z.string().startsWith('TEXT_'),
  context: z.record(z.string(), z.string()).optional(),
  messageStatusDescription: z.string().optional(),
});

const reply = z.object({ originationNumber: z.string(), messageBody: z.string() });

const chat = z.object({ whatsAppWebhookEntry: z.string() });
const chatEntry = z.object({
  changes: z.array(
    z.object({
      value: z.object({
        statuses: z
          .array(
            z.object({
              id: z.string(),
              status: z.string(),
              errors: z.array(z.object({ title: z.string().optional() })).optional(),
            }),
          )
          .optional(),
        messages: z
          .array(z.object({ from: z.string(), text: z.object({ body: z.string() }).optional() }))
          .optional(),
      }),
    }),
  ),
});

/** Results of a text message that are final but not a delivery. */
const TEXT_FAILED = new Set([
  'TEXT_INVALID',
  'TEXT_INVALID_MESSAGE',
  'TEXT_UNREACHABLE',
  'TEXT_CARRIER_UNREACHABLE',
  'TEXT_BLOCKED',
  'TEXT_CARRIER_BLOCKED',
  'TEXT_PROTECT_BLOCKED',
  'TEXT_SPAM',
  'TEXT_UNKNOWN',
  'TEXT_TTL_EXPIRED',
]);

/**
 * Parses the publications of SES and End User Messaging. Those without information about a message or a
 * recipient are ignored.
 */
export function readChannelReport(published: unknown): readonly ChannelReport[] {
  const mail = email.safeParse(published);
  if (mail.success) return emailReport(mail.data);
  const texted = text.safeParse(published);
  if (texted.success) return textReport(texted.data);
  const answered = reply.safeParse(published);
  if (answered.success) {
    return [{ kind: 'reply', contact: answered.data.originationNumber, text: answered.data.messageBody }];
  }
  const chatted = chat.safeParse(published);
  return chatted.success ? chatReport(chatted.data.whatsAppWebhookEntry) : [];
}

function emailReport(data: z.infer<typeof email>): readonly ChannelReport[] {
  const type = (data.eventType ?? data.notificationType ?? '').toLowerCase();
  const [organizationId] = data.mail.tags?.organization ?? [];
  const [notificationId] = data.mail.tags?.notification ?? [];
  if (!organizationId || !notificationId) return [];
  const news = { kind: 'receipt' as const, message: { organizationId, notificationId } };
  if (type === 'delivery') return [{ ...news, outcome: 'delivered', reason: null, denies: false }];
  if (type === 'complaint') {
    return [{ ...news, outcome: 'delivered', reason: 'The recipient marked it as spam.', denies: true }];
  }
  if (type !== 'bounce' || !data.bounce)
    return type === 'reject'
      ? [{ ...news, outcome: 'failed', reason: 'It was rejected.', denies: false }]
      : [];
  const code = data.bounce.bouncedRecipients?.[0]?.diagnosticCode;
  const isFinal = data.bounce.bounceType === 'Permanent';
  return [{ ...news, outcome: 'failed', reason: `It bounced${code ? `: ${code}` : ''}.`, denies: isFinal }];
}

function textReport({
  eventType,
  context,
  messageStatusDescription,
}: z.infer<typeof text>): readonly ChannelReport[] {
  const { organization: organizationId, notification: notificationId } = context ?? {};
  if (!organizationId || !notificationId) return [];
  const news = { kind: 'receipt' as const, message: { organizationId, notificationId }, denies: false };
  if (eventType === 'TEXT_DELIVERED') return [{ ...news, outcome: 'delivered', reason: null }];
  if (!TEXT_FAILED.has(eventType)) return [];
  return [{ ...news, outcome: 'failed', reason: messageStatusDescription ?? eventType }];
}

function chatReport(entry: string): readonly ChannelReport[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(entry);
  } catch {
    return [];
  }
  const read = chatEntry.safeParse(parsed);
  if (!read.success) return [];
  return read.data.changes.flatMap(({ value: { statuses = [], messages = [] } }) => [
    ...statuses.flatMap(({ id, status, errors }): readonly ChannelReport[] => {
      if (status !== 'delivered' && status !== 'read' && status !== 'failed') return [];
      const outcome = status === 'failed' ? 'failed' : 'delivered';
      const reason = status === 'failed' ? (errors?.[0]?.title ?? 'It could not be delivered.') : null;
      return [{ kind: 'receipt', message: { receipt: id }, outcome, reason, denies: false }];
    }),
    ...messages.flatMap(({ from, text: said }): readonly ChannelReport[] =>
      said ? [{ kind: 'reply', contact: from.startsWith('+') ? from : `+${from}`, text: said.body }] : [],
    ),
  ]);
}
