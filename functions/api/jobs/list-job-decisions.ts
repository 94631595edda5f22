import * as z from 'zod';
import { decisionsOfJob, jobNotFound, replayDecisions } from '../../../lib/fulfilment/dispatch/index.ts';
import { invalidOptionsGroup } from '../../../lib/fulfilment/strategies/index.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { jobEndpoint } from './deps.ts';
import { jobId } from './job-path.ts';

const values = z.record(z.string(), z.unknown());
const reason = z.object({
  code: z.string().meta({
    description: 'Stable name of the reason, for programs that say it in other words.',
  }),
  text: z.string(),
  values,
});

const reply = z
  .object({
    entries: z.array(
      z.object({
        at: z.string(),
        by: z.object({ type: z.string(), id: z.string().nullable(), name: z.string() }),
        what: z.string(),
        code: z.string().meta({ description: 'Stable name of `what`; `values` are the values in it.' }),
        values,
        because: z.array(reason),
        replay: z
          .object({
            optionsGroupId: z.string().nullable(),
            providerId: z.string().nullable(),
            providerName: z.string().nullable(),
            isDifferent: z.boolean(),
            because: z.array(reason),
          })
          .optional(),
      }),
    ),
  })
  .meta({ id: 'JobDecisions' });

const because = [
  {
    code: 'PROVIDER_ORDER',
    text: 'The strategy "Cheapest first" tries providers the lowest price first.',
    values: { strategy: 'Cheapest first', providerSelectionStrategy: 'cheapest' },
  },
  {
    code: 'RANKED',
    text: 'FleetSimulator has rank 1: 650 USD cents.',
    values: { providerName: 'FleetSimulator', rank: 1, totalPriceCents: 650, currency: 'USD' },
  },
];

/** GET /v1/jobs/{id}/decisions */
export const listJobDecisions = jobEndpoint({
  name: 'listJobDecisions',
  method: 'GET',
  path: '/v1/jobs/{id}/decisions',
  area: 'Jobs',
  summary: 'Explain the choices of providers for a job',
  description:
    'Every choice of a provider, oldest first, with the rank of each provider and the reason, from the quotes at ' +
    'that time. With `optionsGroupId`, each entry also says what that strategy, in its current form, would have chosen from the ' +
    'same quotes.',
  permission: 'READ_JOB',
  forLimited: 'narrowed',
  params: z.object({ id: jobId }),
  query: z.object({
    optionsGroupId: z
      .string()
      .max(100)
      .optional()
      .meta({ description: 'Strategy with which to replay the choices.' }),
  }),
  reply,
  replyExample: {
    entries: [
      {
        at: '2026-03-05T01:11:51.078Z',
        by: { type: 'strategy', id: 'opn_01JD8Z6Q4T9V2N5X7C3B1M0K8H', name: 'Cheapest first' },
        what: 'FleetSimulator was chosen for attempt 1.',
        code: 'PROVIDER_CHOSEN',
        values: { providerName: 'FleetSimulator', attempt: 1, isBatch: false },
        because,
      },
    ],
  },
  refusals: [jobNotFound, invalidOptionsGroup],
  async handle({ input: { path, query }, ctx }) {
    const { id } = path;
    const { optionsGroupId } = query;
    const entries =
      optionsGroupId === undefined
        ? await decisionsOfJob(ctx, ctx.caller, id)
        : await replayDecisions(ctx, ctx.caller, { id, optionsGroupId });
    return isRefusal(entries) ? entries : reply.parse({ entries });
  },
});
