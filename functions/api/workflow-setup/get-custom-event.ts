import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { customEventNotFound, readCustomEvent } from '../../../lib/reactions/custom-events/index.ts';
import {
  customEventExample,
  customEventPath,
  customEventReply,
  renderCustomEvent,
} from './custom-event-schemas.ts';
import { defineSetupEndpoint } from './deps.ts';

export const getCustomEvent = defineSetupEndpoint({
  name: 'getCustomEventDefinition',
  method: 'GET',
  path: '/v1/custom-event-definitions/{id}',
  area: 'Custom events',
  summary: 'Get a custom event definition',
  permission: 'READ_WORKFLOW',
  forLimited: 'refused',
  params: customEventPath,
  reply: customEventReply,
  replyExample: customEventExample,
  refusals: [customEventNotFound],
  async handle({ input: { path }, ctx }) {
    const found = await readCustomEvent(ctx.table, ctx.organizationId, path.id);
    return isRefusal(found) ? found : renderCustomEvent(found);
  },
});
