import * as z from 'zod';
import { cutText } from '../../../platform/core/cut-text.ts';
import { oneLine } from '../../../platform/core/one-line.ts';
import { limits } from '../limits.ts';
import { defineAction } from './define-action.ts';
import { requiredTemplate, subjectTemplate, templatesOf } from './shared/config-parts.ts';
import {
  messageOutputs,
  onceKey,
  oncePerOrder,
  planMessage,
  recipientProblems,
  recipients,
  recipientsOf,
} from './shared/message-step.ts';
import { text } from './shared/payload-parts.ts';

/** One `@`, something before it, and a host with a dot after it. Delivery shows the rest. */
const ADDRESS = /^[^\s@<>"]{1,64}@[^\s@<>".]+(?:\.[^\s@<>".]+)+$/;
const isAddress = (address: string) => address.length <= 254 && ADDRESS.test(address);
const NOUN = 'email address';

/**
 * Sends an email to one or several comma-separated addresses, each checked against the deny list and delivered on
 * its own (specification 4.6.14).
 */
export const sendEmail = defineAction({
  key: 'send_email',
  title: 'Send an email',
  config: z.strictObject({
    to: requiredTemplate(limits.subject).describe('Addresses separated by commas'),
    subject: subjectTemplate.min(1),
    body: requiredTemplate(),
    oncePerOrder,
  }),
  payload: z.strictObject({
    recipients,
    subject: text,
    body: text,
    checkDenyList: z.literal(true),
    onceKey,
  }),
  effect: 'message',
  needs: [],
  synchronous: true,
  liveTest: true,
  failsOnUnknownKey: true,
  templates: ({ to, subject, body }) => templatesOf({ to, subject, body }),
  references: ({ to }) => recipientProblems(to, isAddress, NOUN),
  outputs: messageOutputs,
  plan: (context, config) =>
    planMessage(context, config.oncePerOrder, () => {
      const to = recipientsOf(context.text(config.to), context.effectKey, isAddress, NOUN);
      if ('problem' in to) return to;
      const subject = cutText(oneLine(context.text(config.subject)), limits.subject);
      return { ...to, subject, body: context.text(config.body), checkDenyList: true as const };
    }),
});
