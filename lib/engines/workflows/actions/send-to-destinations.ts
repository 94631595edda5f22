import * as z from 'zod';
import { oneLine } from '../../../platform/core/one-line.ts';
import { limits } from '../limits.ts';
import { defineAction } from './define-action.ts';
import { mustExist, reference, subjectTemplate, templatesOf, templateText } from './shared/config-parts.ts';
import { messageOutputs, onceKey, oncePerOrder, planMessage } from './shared/message-step.ts';
import { text, textOrNull } from './shared/payload-parts.ts';

/** Sends a message to notification destinations, or the destinations' own message (specification 2.8, 4.6.6). */
export const sendToDestinations = defineAction({
  key: 'send_to_destinations',
  title: 'Send to destinations',
  config: z.strictObject({
    destinationIds: z.array(reference).min(1).max(limits.recipients),
    subject: subjectTemplate.optional(),
    body: templateText().optional(),
    oncePerOrder,
  }),
  payload: z.strictObject({
    destinationIds: z.array(text),
    subject: textOrNull,
    body: textOrNull,
    onceKey,
  }),
  effect: 'message',
  needs: [],
  synchronous: true,
  liveTest: true,
  failsOnUnknownKey: true,
  templates: ({ subject, body }) => templatesOf({ subject, body }),
  outputs: messageOutputs,
  references: ({ destinationIds }, environment) =>
    destinationIds.flatMap((id, index) =>
      mustExist(`destinationIds.${index}`, 'destination', id, environment.destinations),
    ),
  uses: ({ destinationIds }) => destinationIds.map((id) => ({ kind: 'destination', id })),
  plan: (context, config) =>
    planMessage(context, config.oncePerOrder, () => ({
      destinationIds: [...new Set(config.destinationIds)],
      subject: config.subject === undefined ? null : oneLine(context.text(config.subject)),
      body: config.body === undefined ? null : context.text(config.body),
    })),
});
