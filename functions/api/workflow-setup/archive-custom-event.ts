import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { inUse } from '../../../lib/platform/uses/index.ts';
import { archiveCustomEvent, customEventNotFound } from '../../../lib/reactions/custom-events/index.ts';
import {
  customEventExample,
  customEventPath,
  customEventReply,
  renderCustomEvent,
} from './custom-event-schemas.ts';
import { defineSetupEndpoint } from './deps.ts';

export const archiveCustomEventEndpoint = defineSetupEndpoint({
  name: 'archiveCustomEventDefinition',
  method: 'POST',
  path: '/v1/custom-event-definitions/{id}/archive',
  area: 'Custom events',
  summary: 'Archive a custom event definition',
  description:
    'It can no longer be emitted. A definition that a workflow or a notification still names cannot be archived; ' +
    '`details.usedBy` names them.',
  permission: 'WRITE_WORKFLOW',
  forLimited: 'refused',
  params: customEventPath,
  reply: customEventReply,
  replyExample: { ...customEventExample, isArchived: true, version: 2 },
  refusals: [customEventNotFound, contentionOver('custom event'), inUse],
  async handle({ input: { path }, ctx }) {
    const archived = await archiveCustomEvent(ctx, ctx.organizationId, path.id);
    return isRefusal(archived) ? archived : renderCustomEvent(archived);
  },
});
