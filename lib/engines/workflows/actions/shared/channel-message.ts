import * as z from 'zod';
import { defineAction } from '../define-action.ts';
import { requiredTemplate, templatesOf } from './config-parts.ts';
import { messageOutputs, onceKey, oncePerOrder, planMessage } from './message-step.ts';
import { text } from './payload-parts.ts';

/** Characters of a channel's name or identifier. */
const MAX_CHANNEL = 256;

/** Declares an action that posts to a channel of a team-chat product. */
export function channelMessage<const Key extends string>(key: Key, title: string) {
  return defineAction({
    key,
    title,
    config: z.strictObject({
      channel: requiredTemplate(MAX_CHANNEL),
      body: requiredTemplate(),
      oncePerOrder,
    }),
    payload: z.strictObject({ channel: text, body: text, onceKey }),
    effect: 'message',
    needs: [],
    synchronous: true,
    liveTest: true,
    failsOnUnknownKey: true,
    templates: ({ channel, body }) => templatesOf({ channel, body }),
    outputs: messageOutputs,
    plan: (context, config) =>
      planMessage<{ channel: string; body: string }>(context, config.oncePerOrder, () => {
        const channel = context.text(config.channel).trim();
        if (channel === '') return { problem: 'There is no channel for the message.' };
        const body = context.text(config.body);
        return body.trim() === '' ? { problem: 'The message is empty.' } : { channel, body };
      }),
  });
}
