import * as z from 'zod';
import {
  bulkNotFound,
  bulkOperationAction,
  MAX_ROWS,
  readBulkOperations,
  startBulkOperations,
} from '../../../lib/operations/bulk/index.ts';
import { activityStatus } from '../../../lib/platform/activities/index.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { operationEndpoint } from './deps.ts';

/** POST /v1/orders/bulk */
export const bulkOrders = operationEndpoint({
  name: 'bulkOrders',
  method: 'POST',
  path: '/v1/orders/bulk',
  area: 'Orders',
  summary: 'Create, change and archive many orders in the background',
  description:
    `Takes up to ${MAX_ROWS} rows and processes them after the reply; \`GET /v1/orders/bulk/{id}\` returns the progress. ` +
    'Rows for the same order run one after the other, in their order. A failed row does not block the others. ' +
    '`create` and `upsert` take the fields of an order, `upsert` with `externalId`, or with `id` for one that exists. `update` names its order by `id` or ' +
    '`externalId`; `delete` takes `id` and archives the order.',
  permission: 'WRITE_ORDER',
  forLimited: 'narrowed',
  body: z
    .array(
      z.object({
        action: bulkOperationAction.meta({ description: 'Operation on the order.' }),
        data: z.record(z.string(), z.unknown()).meta({
          description: 'Fields of the order; for `update` also its `id`, for `delete` nothing else.',
        }),
      }),
    )
    .min(1)
    .max(MAX_ROWS),
  bodyExample: [
    { action: 'upsert', data: { externalId: 'order-1001', valueCents: 2_500 } },
    { action: 'delete', data: { id: 'order-1000' } },
  ],
  reply: z.object({
    id: z.string().meta({ description: 'Id of the operation: an activity, `act_...`.' }),
    status: activityStatus.meta({ description: 'Status of the operation.' }),
  }),
  replyExample: { id: 'act_01JD8Z6Q4T9V2N5X7C3B1M0K8H', status: 'QUEUED' },
  refusals: [],
  async handle({ input: { body }, ctx }) {
    const started = await startBulkOperations(ctx, ctx.caller, body);
    return isRefusal(started) ? started : { id: started.id, status: started.status };
  },
});

/** GET /v1/orders/bulk/{id} */
export const getBulkOrders = operationEndpoint({
  name: 'getBulkOrders',
  method: 'GET',
  path: '/v1/orders/bulk/{id}',
  area: 'Orders',
  summary: 'Get the progress of a bulk operation',
  description: '`results` has the rows that are finished, in their order. It is kept for 90 days.',
  permission: 'READ_ORDER',
  forLimited: 'narrowed',
  params: z.object({
    id: z.string().min(1).max(64).meta({ description: 'Id of the operation, `act_...`.' }),
  }),
  reply: z.object({
    status: activityStatus.meta({ description: 'Status of the operation.' }),
    summary: z.object({
      totalOperations: z.int().meta({ description: 'Number of rows.' }),
      successfulOperations: z.int().meta({ description: 'Rows that succeeded.' }),
      failedOperations: z.int().meta({ description: 'Rows that failed.' }),
    }),
    results: z.array(
      z.object({
        id: z.string().meta({ description: 'Id of the order; empty when the row created none.' }),
        status: z.enum(['success', 'error']),
        action: bulkOperationAction,
        errorMessage: z.string().nullable().meta({ description: 'Reason of the failure.' }),
      }),
    ),
  }),
  replyExample: {
    status: 'SUCCESS',
    summary: { totalOperations: 2, successfulOperations: 1, failedOperations: 1 },
    results: [
      { id: 'ord_01JD8Z6Q4T9V2N5X7C3B1M0K8H', status: 'success', action: 'upsert', errorMessage: null },
      {
        id: 'order-1000',
        status: 'error',
        action: 'delete',
        errorMessage: 'There is no order with the id or external id "order-1000".',
      },
    ],
  },
  refusals: [bulkNotFound],
  async handle({ input: { path }, ctx }) {
    const report = await readBulkOperations(ctx, ctx.caller, path.id);
    if (isRefusal(report)) return report;
    const successful = report.rows.filter(({ isDone }) => isDone).length;
    return {
      status: report.status,
      summary: {
        totalOperations: report.total,
        successfulOperations: successful,
        failedOperations: report.rows.length - successful,
      },
      results: report.rows.map(({ id, isDone, action, message }) => ({
        id: id ?? '',
        status: isDone ? ('success' as const) : ('error' as const),
        action,
        errorMessage: message,
      })),
    };
  },
});
