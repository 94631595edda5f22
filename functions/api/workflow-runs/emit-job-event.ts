import * as z from 'zod';
import { findJob, jobNotFound } from '../../../lib/fulfilment/dispatch/index.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import {
  emitEventOn,
  eventNameOrDefinition,
  tooManyCustomEvents,
  unusableCustomEvent,
} from '../../../lib/reactions/custom-events/index.ts';
import { defineRunEndpoint } from './deps.ts';
import {
  emission,
  emissionExample,
  emissionReply,
  emissionReplyExample,
  renderEmission,
} from './emission-schemas.ts';

export const emitJobEvent = defineRunEndpoint({
  name: 'emitJobEvent',
  method: 'POST',
  path: '/v1/jobs/{id}/events',
  area: 'Custom events',
  summary: 'Emit a custom event on a job',
  description:
    'Starts the workflows that listen to the event. A job accepts 3 events a second. Send `name`, ' +
    'which needs no definition, or `customEventDefinitionId`, never both.',
  permission: 'WRITE_JOB',
  forLimited: 'narrowed',
  params: z.object({ id: z.string().meta({ description: 'Id of the job or its external identifier.' }) }),
  body: emission,
  reply: emissionReply,
  bodyExample: emissionExample,
  replyExample: emissionReplyExample('job'),
  refusals: [jobNotFound, eventNameOrDefinition, unusableCustomEvent, tooManyCustomEvents],
  async handle({ input: { path, body }, ctx }) {
    const found = await findJob(ctx.table, ctx.caller, path.id);
    if (isRefusal(found)) return found;
    const { organizationId } = ctx;
    const subject = { organizationId, entityType: 'job' as const, entityId: found.job.value.id };
    const emitted = await emitEventOn(ctx, subject, body);
    return isRefusal(emitted) ? emitted : renderEmission(emitted);
  },
});
