import * as z from 'zod';
import {
  archiveReasonMissing,
  MAX_ROWS,
  orderAction,
  startOrderAction,
  unknownOrders,
} from '../../../lib/operations/bulk/index.ts';
import type { Permission } from '../../../lib/platform/access/index.ts';
import { activityNotFound } from '../../../lib/platform/activities/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { forbidden, validationErrors } from '../../../lib/platform/core/common-refusals.ts';
import { ownValue } from '../../../lib/platform/core/own-value.ts';
import { optional, shortText } from '../../../lib/platform/http/index.ts';
import { activityExample, activityReply, activityReplyOr } from '../activities/activity-reply.ts';
import { operationEndpoint } from './deps.ts';

/** Permissions that an action needs besides the right to change orders. */
const NEEDS: Readonly<Record<string, Permission>> = {
  dispatch: 'WRITE_JOB',
  mark_picked_up: 'WRITE_DELIVERY',
};

/** POST /v1/orders/actions */
export const actOnOrders = operationEndpoint({
  name: 'actOnOrders',
  method: 'POST',
  path: '/v1/orders/actions',
  area: 'Orders',
  summary: 'Dispatch, pick up, archive or unarchive many orders',
  description: [
    `Starts an activity that applies the action to up to ${MAX_ROWS} orders, one by one. Read it with ` +
      '`GET /v1/activities/{id}`: `progress` has `{total, handled, done, skipped, failed}`, and `result` has `{done, ' +
      'skipped, failed, results: [{orderId, outcome, message?}]}`, in the order of `orderIds`.',
    'An order to which the action does not apply is `skipped` and stays as it is. `dispatch` takes valid, confirmed and ' +
      'failed orders, `mark_picked_up` orders on their way with the own fleet or a simulated provider, `archive` orders that are not ' +
      'dispatched, and `unarchive` archived ones. Canceling the activity stops it within a hundred orders.',
    '`dispatch` also needs the permission `WRITE_JOB`, and `mark_picked_up` also `WRITE_DELIVERY`.',
  ].join('\n\n'),
  permission: 'WRITE_ORDER',
  forLimited: 'narrowed',
  body: z.object({
    action: orderAction.meta({ description: 'Action to carry out.' }),
    orderIds: z
      .array(z.string().min(1).max(64))
      .min(1)
      .meta({
        description: `Ids of the orders, \`ord_...\`, ${MAX_ROWS} at most. An unknown id refuses the whole call.`,
      }),
    reason: optional(shortText(500)).meta({
      description: 'Reason for archiving, kept with each order. Required with `archive`.',
    }),
  }),
  bodyExample: {
    action: 'archive',
    orderIds: ['ord_01JD8Z6Q4T9V2N5X7C3B1M0K8H'],
    reason: 'The shop is closed on Monday.',
  },
  reply: activityReply,
  replyExample: { ...activityExample, action: 'act_orders_bulk_action', status: 'QUEUED', progress: null },
  refusals: [activityNotFound, archiveReasonMissing, unknownOrders, contentionOver('activity')],
  async handle({ input: { body }, ctx }) {
    const { length } = body.orderIds;
    if (length > MAX_ROWS) {
      const why = `has ${length} orders; an action changes at most ${MAX_ROWS}. Send them in several calls.`;
      return validationErrors(`orderIds ${why}`, { fields: { orderIds: why } });
    }
    const needed = ownValue(NEEDS, body.action);
    if (needed !== undefined && !ctx.caller.permissions.includes(needed)) {
      const message = `The action "${body.action}" needs the permission ${needed}, which this caller does not have.`;
      return forbidden(message, { permission: needed });
    }
    return activityReplyOr(await startOrderAction(ctx, ctx.caller, body));
  },
});
