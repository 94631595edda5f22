import { CHAT_CHANNEL } from '../../platform/core/chat-channel.ts';
import { cutText } from '../../platform/core/cut-text.ts';
import { describeIssues } from '../../platform/core/describe-issues.ts';
import { type DestinationPolicy, unusableUrl } from '../../platform/core/destination.ts';
import { refuseUnknownIds } from '../../platform/core/reference-refusals.ts';
import type { Refusal } from '../../platform/core/refusal.ts';
import { isTimeZone } from '../../platform/core/zoned-time.ts';
import type { Stored } from '../../platform/table/index.ts';
import { normalizeContact } from './deny-list/normalize-contact.ts';
import type { Destination } from './destinations/destination.ts';
import { templateProblem } from './messages/fill-template.ts';
import { canonical } from './messages/recipient-locale.ts';
import { invalidNotificationTrigger } from './refusals.ts';
import type { DestinationFields, TriggerFields } from './settings-context.ts';
import { conditionsProblem } from './triggers/meets-conditions.ts';
import type { TriggerType } from './types/define-notification-trigger.ts';
import { triggerTypeOf, triggerTypes } from './types/index.ts';

/** Why a destination is not valid; undefined when it is. */
export function checkDestination(
  { channels, quietHours }: DestinationFields,
  policy: DestinationPolicy = { allowLoopback: false },
): Refusal | undefined {
  for (const [index, { type, recipients, message, subject }] of channels.entries()) {
    const at = `channels[${index}]`;
    for (const [position, recipient] of recipients.entries()) {
      const problem = recipient.includes('{{')
        ? templateProblem(recipient)
        : recipientProblem(type, recipient, policy);
      if (problem) return refuse(`${at}.recipients[${position}]`, recipient, problem);
    }
    for (const [field, text] of Object.entries({ message, subject })) {
      const problem = text === null ? undefined : templateProblem(text);
      if (problem) return refuse(`${at}.${field}`, text ?? '', problem);
    }
  }
  if (quietHours && quietHours.timeZone !== 'recipient' && !isTimeZone(quietHours.timeZone)) {
    return refuse(
      'quietHours.timeZone',
      quietHours.timeZone,
      'is neither `recipient` nor an IANA time zone such as America/New_York.',
    );
  }
  return undefined;
}

/** The trigger with its parameters parsed by its type, or why it is not valid. */
export function checkTrigger(
  fields: TriggerFields,
  destinations: readonly Stored<Destination>[],
): TriggerFields | Refusal {
  const type = triggerTypeOf(fields.type);
  if (!type) {
    const known = triggerTypes().map((one) => one.type);
    return invalidNotificationTrigger(
      `\`type\` is "${cutText(fields.type, 60)}". Use one of ${known.join(', ')}.`,
      { field: 'type', validTypes: known },
    );
  }
  const parameters = type.parameters.safeParse(fields.parameters, { reportInput: true });
  if (!parameters.success) {
    const [[field = '', why = ''] = []] = Object.entries(
      describeIssues(parameters.error.issues, fields.parameters, 'parameters'),
    );
    return invalidNotificationTrigger(`\`parameters.${field}\`: ${why}`, { field: `parameters.${field}` });
  }
  const unsupported = unsupportedField(fields, type);
  if (unsupported) return unsupported;
  const known = new Set(destinations.map(({ value }) => value.id));
  const unknown = fields.notificationGroupIds.filter((id) => !known.has(id));
  const missing = refuseUnknownIds('notificationGroupIds', unknown);
  if (missing) return missing;
  for (const [index, { locale, message, subject }] of fields.variants.entries()) {
    const at = `variants[${index}]`;
    if (canonical(locale) !== locale) {
      return refuse(`${at}.locale`, locale, 'is not a language tag such as es or pt-BR.');
    }
    const wrong = templateProblem(message) ?? (subject === null ? undefined : templateProblem(subject));
    if (wrong) return refuse(`${at}.message`, message, wrong);
  }
  const problem = fields.message === null ? undefined : templateProblem(fields.message);
  if (problem) return refuse('message', fields.message ?? '', problem);
  const unclear = fields.conditionalLogic === null ? undefined : conditionsProblem(fields.conditionalLogic);
  if (unclear) {
    return invalidNotificationTrigger(`\`conditionalLogic\` ${unclear}`, { field: 'conditionalLogic' });
  }
  return { ...fields, type: type.type, parameters: parameters.data };
}

/** A filter or an action that the trigger asks for and its type does not have. */
function unsupportedField(fields: TriggerFields, type: TriggerType): Refusal | undefined {
  const asked = [
    ['optionsGroupIds', 'dispatch_strategies', fields.optionsGroupIds.length > 0],
    ['contractIds', 'contracts', fields.contractIds.length > 0],
    ['zoneIds', 'zones', fields.zoneIds.length > 0],
    ['conditionalLogic', 'metadata_conditions', fields.conditionalLogic !== null],
    ['flag', 'flag_delivery', fields.flag],
    ['autoResolveFlag', 'auto_resolve_flag', fields.autoResolveFlag],
    ['customEventName', 'add_custom_event', fields.customEventName !== null],
  ] as const;
  const supported: readonly string[] = [...type.filters, ...type.actions];
  const found = asked.find(([, key, isAsked]) => isAsked && !supported.includes(key));
  if (!found) return undefined;
  const [field, key] = found;
  return invalidNotificationTrigger(
    `\`${field}\` is set, but triggers of the type "${type.type}" do not support ${key}. Leave it out; the catalog has what each type supports.`,
    { field },
  );
}

function recipientProblem(
  type: Destination['channels'][number]['type'],
  recipient: string,
  policy: DestinationPolicy,
): string | undefined {
  if (type === 'email') {
    return recipient.split(/[,;]/).every((one) => normalizeContact('email', one))
      ? undefined
      : 'is not an e-mail address such as ops@example.com.';
  }
  if (type === 'sms' || type === 'whatsapp') {
    return normalizeContact('phone', recipient) ? undefined : 'is not a phone number such as +14155550100.';
  }
  const isAddress = /^\s*https?:/i.test(recipient);
  const unusable = unusableUrl(recipient, policy);
  if (isAddress && unusable !== undefined) return `cannot be called: ${unusable}`;
  if (isAddress) return undefined;
  if (type !== 'slack') return 'is not a URL such as https://example.com/hooks.';
  return CHAT_CHANNEL.test(recipient)
    ? undefined
    : 'is neither the URL of an incoming webhook nor a channel such as #deliveries or C024BE91L.';
}

function refuse(field: string, value: string, problem: string): Refusal {
  return invalidNotificationTrigger(`\`${field}\` is ${JSON.stringify(cutText(value, 60))}: it ${problem}`, {
    field,
  });
}
