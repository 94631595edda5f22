import * as z from 'zod';
import { narrowByDelivery } from '../../../lib/fulfilment/jobs/index.ts';
import { ORDER_COLUMNS, writeCsv } from '../../../lib/operations/uploads/index.ts';
import { listOrders, ORDER_SORTS, type Order, orderEntity } from '../../../lib/ordering/orders/index.ts';
import { sortDirectionParameter } from '../../../lib/platform/http/index.ts';
import { readRange } from '../../../lib/platform/organization/index.ts';
import { orderFilters } from '../orders/list-schemas.ts';
import { csvReply, uploadEndpoint } from './deps.ts';

/** Maximum number of orders in a file: as many as a list counts. */
const MAX_EXPORTED = 10_000;

const OWN = ['id', 'status', 'createdAt', 'updatedAt', 'creationSource', 'routeId', 'jobId'] as const;

/** GET /v1/orders/export */
export const exportOrders = uploadEndpoint({
  name: 'exportOrders',
  method: 'GET',
  path: '/v1/orders/export',
  area: 'Exports',
  summary: 'Export orders as CSV',
  description:
    `The orders that match these filters, ${MAX_EXPORTED} at most, as a CSV file. Its columns have the names of ` +
    'fields, so an import reads the file without a mapping and changes only what was edited: each row names its order by ' +
    'its `id`. Amounts are in units of the currency.',
  permission: 'READ_ORDER',
  forLimited: 'narrowed',
  query: z.object({
    ...orderFilters,
    sortBy: z.enum(ORDER_SORTS).default('created_at').meta({ description: 'What the rows are sorted by.' }),
    sortDirection: sortDirectionParameter,
  }),
  contentType: 'text/csv',
  reply: z.string(),
  replyExample: 'id,status,externalId\nord_01JD8Z6Q4T9V2N5X7C3B1M0K8H,valid,order-1001\n',
  refusals: [],
  async handle({ input: { query }, ctx, request }) {
    const { sortBy, sortDirection, deliveryStatus, ...filters } = await readRange(ctx, query);
    const sort = { by: sortBy, direction: sortDirection };
    const { organizationId } = ctx;
    const narrow = narrowByDelivery(ctx.table, organizationId, deliveryStatus);
    const page = { limit: MAX_EXPORTED, offset: 0 };
    const { rows } = await listOrders(ctx, ctx.caller, { filters, sort, narrow, ...page });
    const found = await ctx.table.getMany(
      orderEntity,
      rows.map(({ id }) => ({ organizationId, id })),
    );
    const header = [...OWN, ...ORDER_COLUMNS.map(({ field }) => field)];
    const cells = found.flatMap((stored) => (stored ? [cellsOf(stored.value)] : []));
    return csvReply(request, 'orders.csv', writeCsv(header, cells));
  },
});

function cellsOf(order: Order): readonly unknown[] {
  const fields: Readonly<Record<string, unknown>> = order;
  return [
    ...OWN.map((field) => order[field] ?? ''),
    ...ORDER_COLUMNS.map(({ field, kind }) => {
      const value = fields[field];
      if (value === undefined || value === null) return '';
      if (kind === 'money') return (Number(value) / 100).toFixed(2);
      // A negative number stays one: only texts can be formulas.
      if (typeof value === 'number') return value;
      return Array.isArray(value) ? listText(value) : String(value);
    }),
  ];
}

/** Bars separate the entries of a list; one after the last tells that there may be commas within them. */
function listText(entries: readonly unknown[]): string {
  const text = entries.join('|');
  return /[;,]/.test(text) ? `${text}|` : text;
}
