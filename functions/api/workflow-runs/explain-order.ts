import * as z from 'zod';
import { type Decision, decisionsOfJob, waitsOfOrder } from '../../../lib/fulfilment/dispatch/index.ts';
import { orderDuplicateExternalId, orderNotFound, readOrder } from '../../../lib/ordering/orders/index.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { instantReply } from '../../../lib/platform/http/index.ts';
import {
  type ExplanationEntry,
  explain,
  explainLeftOut,
  explainRules,
} from '../../../lib/reactions/automations/index.ts';
import { defineRunEndpoint } from './deps.ts';
import { explainOrigin } from './explain-origin.ts';

export const explainOrder = defineRunEndpoint({
  name: 'explainOrder',
  method: 'GET',
  path: '/v1/order/{id}/explanation',
  area: 'Workflow runs',
  summary: 'Explain what happened to an order and why',
  description:
    'Oldest first, each with the values that decided: every step of the newest 100 workflow runs about the order, every ' +
    'choice of a provider for its job and every wait for workflows (`strategy`), the optimizations that found no place for it ' +
    '(`optimization`), the shop (`shop`) or recurring order (`recurring_order`) that it comes from, and the validation rules that ' +
    'it breaks now (`rule`).',
  permission: 'READ_WORKFLOW',
  forLimited: 'refused',
  params: z.object({ id: z.string().meta({ description: 'Id of the order or its external id.' }) }),
  reply: z.object({
    entries: z.array(
      z.object({
        at: instantReply,
        by: z.object({
          type: z.string().meta({
            description: '`workflow`, `strategy`, `optimization`, `shop`, `recurring_order` or `rule`.',
          }),
          id: z.string().nullable(),
          name: z.string(),
          version: z.int().optional().meta({ description: 'Version of the workflow.' }),
        }),
        runId: z.string().optional().meta({ description: 'Run of the workflow.' }),
        what: z.string(),
        code: z.string().meta({ description: 'Stable name of `what`; `values` are the values in it.' }),
        values: z.record(z.string(), z.unknown()),
        because: z.array(
          z.object({
            code: z.string().nullable().meta({
              description:
                'Stable name of the reason, for programs that say it in other words; null of what a workflow or a rule says in its own.',
            }),
            text: z.string(),
            values: z.record(z.string(), z.unknown()),
          }),
        ),
      }),
    ),
  }),
  replyExample: {
    entries: [
      {
        at: '2026-03-05T01:11:51.000Z',
        by: {
          type: 'workflow',
          id: 'wf_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
          name: 'Tag high-value orders',
          version: 2,
        },
        runId: 'wfx_0a1b2c3d4e5f6g7h8j9k0m1n2p',
        what: 'valuable: completed_filter_success',
        code: 'WORKFLOW_STEP',
        values: { node: 'valuable', status: 'completed_filter_success' },
        because: [
          {
            code: 'STARTED_BY',
            text: 'The workflow was started by order.created.',
            values: { 'order.valueCents': 60_000, startedBy: 'order.created' },
          },
        ],
      },
    ],
  },
  refusals: [orderNotFound, orderDuplicateExternalId],
  async handle({ input: { path }, ctx }) {
    const found = await readOrder(ctx.table, ctx.caller, path.id);
    if (isRefusal(found)) return found;
    const { organizationId } = ctx;
    const entity = { organizationId, entityType: 'order' as const, entityId: found.stored.value.id };
    const order = found.stored.value;
    const decisions = order.jobId ? await decisionsOfJob(ctx, ctx.caller, order.jobId) : [];
    const entries: ExplanationEntry[] = [
      ...(await explain(ctx.table, entity)),
      // A caller who may not see the job does not see its decisions.
      ...(isRefusal(decisions) ? [] : decisions.map(entryOf)),
      ...(await explainLeftOut(ctx.table, order)),
      ...(await waitsOfOrder(ctx.table, order)).map(entryOf),
      ...(await explainOrigin(ctx.table, order)),
      ...explainRules(order),
    ];
    return { entries: entries.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)) };
  },
});

function entryOf({ at, by, what, code, values: inIt, because }: Decision): ExplanationEntry {
  return {
    at,
    by: { ...by },
    what,
    code,
    values: { ...inIt },
    because: because.map(({ values, ...reason }) => ({ ...reason, values: { ...values } })),
  };
}
