import * as z from 'zod';
import { type Action, defineAction } from '../define-action.ts';
import { requiredTemplate, templatesOf } from './config-parts.ts';
import { messageOutputs, oncePerOrder, planMessage } from './message-step.ts';

/** Characters of a channel's name or identifier. */
const MAX_CHANNEL = 256;

/** Declares an action that posts to a channel of a team-chat product. */
export function channelMessage(key: string, title: string): Action {
  return defineAction({
    key,
    title,
    config: z.strictObject({
      channel: requiredTemplate(MAX_CHANNEL),
      body: requiredTemplate(),
      oncePerOrder,
    }),
    needs: [],
    synchronous: true,
    background: false,
    liveTest: true,
    failsOnUnknownKey: true,
    templates: ({ channel, body }) => templatesOf({ channel, body }),
    outputs: () => messageOutputs,
    plan: (context, config) =>
      planMessage(context, config.oncePerOrder, () => {
        const channel = context.text(config.channel).trim();
        if (channel === '') return { problem: 'There is no channel for the message.' };
        const body = context.text(config.body);
        return body.trim() === '' ? { problem: 'The message is empty.' } : { channel, body };
      }),
  });
}
