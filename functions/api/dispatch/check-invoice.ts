import * as z from 'zod';
import { refuseDays } from '../../../lib/operations/insight/index.ts';
import {
  disputeOf,
  invoiceUnfit,
  MAX_LINES,
  requestInvoiceCheck,
  unknownProvider,
} from '../../../lib/operations/reviews/index.ts';
import { activityNotFound } from '../../../lib/platform/activities/index.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { dayParameter, RawReply } from '../../../lib/platform/http/index.ts';
import {
  activityExample,
  activityPath,
  activityReply,
  activityReplyOr,
} from '../activities/activity-reply.ts';
import { dispatchEndpoint } from './deps.ts';

/** POST /v1/dispatch/invoice-checks */
export const checkInvoice = dispatchEndpoint({
  name: 'checkInvoice',
  method: 'POST',
  path: '/v1/dispatch/invoice-checks',
  area: 'Dispatch',
  summary: "Check a carrier's invoice",
  description: [
    'Matches the lines of an invoice with the deliveries of the carrier: by its own id of the delivery, by ours, or by that of ' +
      'the order, the job or the package. A delivery may cost what was quoted; one that was never picked up, what the carrier ' +
      'added for the cancellation.',
    'The reply is an activity; read it with `GET /v1/activities/{id}`. Its result has `counts` of lines that are `right`, ' +
      '`dearer` than quoted, `unknown`, or on the invoice `twice`, and of deliveries that ended in these days and are `missing`; ' +
      '`invoicedCents`, `disputedCents`, `missingCents`; and `lines` with all but the right ones.',
  ].join('\n\n'),
  permission: 'WRITE_DISPATCH_STRATEGY',
  forLimited: 'refused',
  body: z.object({
    name: z.string().trim().min(1).max(80).meta({ description: 'Name by which it is found again.' }),
    providerId: z.string().max(200).meta({ description: 'Id or name of the carrier.' }),
    from: dayParameter.meta({ description: 'First day of the invoice.' }),
    to: dayParameter.meta({ description: 'Last day.' }),
    content: z
      .string()
      .min(1)
      .max(1_000_000)
      .meta({
        description: `The file as text: a CSV table with a row of column names and up to ${MAX_LINES} lines.`,
      }),
    columns: z
      .object({
        reference: z.string().max(200).meta({ description: 'Column with the reference of the delivery.' }),
        amount: z.string().max(200).meta({ description: 'Column with the amount, such as `12.50`.' }),
      })
      .optional()
      .meta({
        description: 'Names of columns; kept for the next invoice of the carrier, which can leave them out.',
      }),
  }),
  bodyExample: {
    name: 'Uber, March',
    providerId: 'prv_uber_direct',
    from: '2026-03-01',
    to: '2026-03-31',
    content: 'Delivery ID,Total\ndel_1,12.50\n',
    columns: { reference: 'Delivery ID', amount: 'Total' },
  },
  reply: activityReply,
  replyExample: { ...activityExample, action: 'act_check_invoice', status: 'QUEUED', progress: null },
  refusals: [invoiceUnfit, unknownProvider, activityNotFound],
  async handle({ input: { body }, ctx }) {
    const impossible = refuseDays(body.from, body.to);
    if (impossible) return impossible;
    const caller = { ...ctx.caller, organizationId: ctx.organizationId };
    return activityReplyOr(await requestInvoiceCheck(ctx, caller, body));
  },
});

/** GET /v1/dispatch/invoice-checks/{id}/dispute */
export const getInvoiceDispute = dispatchEndpoint({
  name: 'getInvoiceDispute',
  method: 'GET',
  path: '/v1/dispatch/invoice-checks/{id}/dispute',
  area: 'Dispatch',
  summary: 'Get the disputed lines of an invoice',
  description:
    'The lines that the carrier should correct, with the reason and the difference, as a CSV table for the carrier.',
  permission: 'READ_DISPATCH_STRATEGY',
  forLimited: 'refused',
  params: activityPath,
  contentType: 'text/csv',
  reply: z.string(),
  replyExample: undefined,
  refusals: [activityNotFound],
  async handle({ input: { path }, ctx }) {
    const dispute = await disputeOf(ctx.table, ctx.caller, path.id);
    if (isRefusal(dispute)) return dispute;
    const headers = {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="dispute.csv"',
      'cache-control': 'no-store',
    };
    return new RawReply(200, headers, dispute.csv);
  },
});
