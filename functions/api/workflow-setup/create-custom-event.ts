import * as z from 'zod';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { optional, shortText } from '../../../lib/platform/http/index.ts';
import {
  createCustomEvent,
  customEventExists,
  invalidCustomEvent,
} from '../../../lib/reactions/custom-events/index.ts';
import { customEventExample, customEventReply, renderCustomEvent } from './custom-event-schemas.ts';
import { defineSetupEndpoint } from './deps.ts';

export const createCustomEventEndpoint = defineSetupEndpoint({
  name: 'createCustomEventDefinition',
  method: 'POST',
  path: '/v1/custom-event-definitions',
  area: 'Custom events',
  summary: 'Define a custom event',
  description:
    'Orders and jobs can then emit it, and workflows and notifications can listen to it. Its key can never be used again.',
  permission: 'WRITE_WORKFLOW',
  forLimited: 'refused',
  body: z.object({
    key: z
      .string()
      .max(64)
      .regex(/^[A-Za-z][A-Za-z0-9_.-]*$/, 'must be a letter, then letters, digits, "_", "." or "-"')
      .meta({ description: 'Key by which the event is emitted and listened to.' }),
    name: shortText(100).meta({ description: 'Display name of the event.' }),
    description: optional(z.string().max(500)).meta({ description: 'When the event is emitted.' }),
  }),
  reply: customEventReply,
  bodyExample: { key: customEventExample.key, name: customEventExample.name },
  replyExample: customEventExample,
  refusals: [customEventExists, invalidCustomEvent, contentionOver('custom event')],
  async handle({ input: { body }, ctx }) {
    const made = await createCustomEvent(ctx, ctx.organizationId, body);
    return isRefusal(made) ? made : renderCustomEvent(made);
  },
});
