import * as z from 'zod';
import { orderDuplicateExternalId, orderNotFound, readOrder } from '../../../lib/ordering/orders/index.ts';
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

export const emitOrderEvent = defineRunEndpoint({
  name: 'emitOrderEvent',
  method: 'POST',
  path: '/v1/order/{id}/events',
  area: 'Custom events',
  summary: 'Emit a custom event on an order',
  description:
    'Starts the workflows that listen to the event. An order accepts 3 events a second. Send `name`, ' +
    'which needs no definition, or `customEventDefinitionId`, never both.',
  permission: 'WRITE_ORDER',
  forLimited: 'narrowed',
  params: z.object({ id: z.string().meta({ description: 'Id of the order or its external id.' }) }),
  body: emission,
  reply: emissionReply,
  bodyExample: emissionExample,
  replyExample: emissionReplyExample('order'),
  refusals: [
    orderNotFound,
    orderDuplicateExternalId,
    eventNameOrDefinition,
    unusableCustomEvent,
    tooManyCustomEvents,
  ],
  async handle({ input: { path, body }, ctx }) {
    const found = await readOrder(ctx.table, ctx.caller, path.id);
    if (isRefusal(found)) return found;
    const { organizationId } = ctx;
    const subject = { organizationId, entityType: 'order' as const, entityId: found.stored.value.id };
    const emitted = await emitEventOn(ctx, subject, body);
    return isRefusal(emitted) ? emitted : renderEmission(emitted);
  },
});
