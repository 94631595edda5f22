import * as z from 'zod';
import { limits } from '../limits.ts';
import { defineAction } from './define-action.ts';
import { requiredTemplate, templatesOf } from './shared/config-parts.ts';
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

/** A phone number as people write it; the channel converts it to E.164. */
const NUMBER = /^\+?[0-9][0-9 ().-]{4,24}$/;
const isNumber = (number: string) => NUMBER.test(number);
const NOUN = 'phone number';

/** Sends a text message to one or several comma-separated numbers (specification 4.6.14). */
export const sendSms = defineAction({
  key: 'send_sms',
  title: 'Send an SMS',
  config: z.strictObject({
    to: requiredTemplate(limits.subject).describe('Phone numbers separated by commas'),
    body: requiredTemplate(1_600),
    oncePerOrder,
  }),
  payload: z.strictObject({ recipients, body: text, checkDenyList: z.literal(true), onceKey }),
  effect: 'message',
  needs: [],
  synchronous: true,
  liveTest: true,
  failsOnUnknownKey: true,
  templates: ({ to, body }) => templatesOf({ to, body }),
  references: ({ to }) => recipientProblems(to, isNumber, NOUN),
  outputs: messageOutputs,
  plan: (context, config) =>
    planMessage(context, config.oncePerOrder, () => {
      const to = recipientsOf(context.text(config.to), context.effectKey, isNumber, NOUN);
      if ('problem' in to) return to;
      const body = context.text(config.body);
      return body.trim() === ''
        ? { problem: 'The message is empty.' }
        : { ...to, body, checkDenyList: true as const };
    }),
});
