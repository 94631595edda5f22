import * as z from 'zod';
import { booleanParameter } from '../../../lib/platform/http/index.ts';
import { listCustomEvents } from '../../../lib/reactions/custom-events/index.ts';
import { customEventExample, customEventReply, renderCustomEvent } from './custom-event-schemas.ts';
import { defineSetupEndpoint } from './deps.ts';

export const listCustomEventsEndpoint = defineSetupEndpoint({
  name: 'listCustomEventDefinitions',
  method: 'GET',
  path: '/v1/custom-event-definitions',
  area: 'Custom events',
  summary: 'List custom event definitions',
  description: 'Oldest first.',
  permission: 'READ_WORKFLOW',
  forLimited: 'refused',
  query: z.object({
    includeArchived: booleanParameter
      .optional()
      .meta({ description: 'Whether archived definitions are included; default false.' }),
  }),
  reply: z.object({ customEventDefinitions: z.array(customEventReply) }),
  replyExample: { customEventDefinitions: [customEventExample] },
  refusals: [],
  async handle({ input: { query }, ctx }) {
    const options = { withArchived: query.includeArchived ?? false };
    const found = await listCustomEvents(ctx.table, ctx.organizationId, options);
    return { customEventDefinitions: found.map(renderCustomEvent) };
  },
});
