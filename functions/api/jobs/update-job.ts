import * as z from 'zod';
import { showJob } from '../../../lib/fleet/routes/index.ts';
import {
  disallowedOperation,
  jobIsBusy,
  jobNotFound,
  jobStateForbids,
  updateJob as update,
} from '../../../lib/fulfilment/dispatch/index.ts';
import { returnedJobSchema } from '../../../lib/fulfilment/jobs/index.ts';
import { conflict } from '../../../lib/platform/core/common-refusals.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { booleanParameter } from '../../../lib/platform/http/index.ts';
import { jobExample } from '../dispatch/examples.ts';
import { jobEndpoint } from './deps.ts';
import { jobId } from './job-path.ts';
import { createJobRefusals } from './job-refusals.ts';
import { updateJobBody, windowFields } from './job-schemas.ts';

const changeRefusals = [
  jobIsBusy,
  ...createJobRefusals,
  disallowedOperation,
  jobNotFound,
  jobStateForbids,
  conflict,
] as const;

const common = {
  method: 'PATCH',
  area: 'Jobs',
  takesIfMatch: true,
  description:
    'Only the fields that are sent change; a side that gets a new place keeps its contact. Before a provider is ' +
    'chosen, the change always works and the packages are quoted again. Later the provider is asked first: when it refuses ' +
    'or cannot be reached, the job stays as it was. The agreed price stays. A job that has ended is not changed.',
  permission: 'WRITE_JOB',
  forLimited: 'narrowed',
  body: updateJobBody,
  bodyExample: { dropoffInstructions: 'Ring twice', tipAmountCents: 300 },
  reply: returnedJobSchema,
  replyExample: jobExample,
  refusals: changeRefusals,
} as const;

/** PATCH /v1/jobs/{id} */
export const updateJob = jobEndpoint({
  ...common,
  name: 'updateJob',
  path: '/v1/jobs/{id}',
  summary: 'Change a job',
  params: z.object({ id: jobId }),
  async handle({ input: { path, body }, ctx }) {
    const job = await update(ctx, ctx.caller, { id: path.id, expectedVersion: ctx.expectedVersion }, body);
    return isRefusal(job) ? job : showJob(ctx, job);
  },
});

/** PATCH /v1/jobs/{id}/{jobConfigurationId} */
export const updateJobConfiguration = jobEndpoint({
  ...common,
  name: 'updateJobConfiguration',
  path: '/v1/jobs/{id}/{jobConfigurationId}',
  summary: 'Change one package of a job',
  params: z.object({
    id: jobId,
    jobConfigurationId: z.string().max(255).meta({ description: 'Id of the configuration, `cfg_...`.' }),
  }),
  async handle({ input: { path, body }, ctx }) {
    const { id, jobConfigurationId: configurationId } = path;
    const part = { id, configurationId, expectedVersion: ctx.expectedVersion };
    const job = await update(ctx, ctx.caller, part, body);
    return isRefusal(job) ? job : showJob(ctx, job);
  },
});

/** POST /v1/jobs/{id}/rebook */
export const rebookJob = jobEndpoint({
  name: 'rebookJob',
  method: 'POST',
  path: '/v1/jobs/{id}/rebook',
  area: 'Jobs',
  takesIfMatch: true,
  summary: 'Move a job to other times',
  description:
    'Gives all packages of the job these windows; times that are left out stay. The job keeps its provider, quote and ' +
    'delivery. If it has a provider, the provider is asked; when it refuses, the job stays as it was.',
  permission: 'WRITE_JOB',
  forLimited: 'narrowed',
  params: z.object({ id: jobId }),
  query: z.object({
    compressedPayload: booleanParameter
      .optional()
      .meta({ description: 'Leaves out quotes and failed quotes and reduces `advancedTask` to its id.' }),
  }),
  body: z.object(windowFields).meta({ id: 'RebookJobInput' }),
  bodyExample: { pickupStartTime: '2026-03-06T14:30:00Z', dropoffEndTime: '2026-03-06T16:30:00Z' },
  reply: returnedJobSchema,
  replyExample: jobExample,
  refusals: changeRefusals,
  async handle({ input: { path, query, body }, ctx }) {
    const times = {
      packagePickupStartTime: body.pickupStartTime,
      packagePickupEndTime: body.pickupEndTime,
      packageDropoffStartTime: body.dropoffStartTime,
      packageDropoffEndTime: body.dropoffEndTime,
    };
    const part = { id: path.id, isForAll: true, expectedVersion: ctx.expectedVersion };
    const job = await update(ctx, ctx.caller, part, times);
    return isRefusal(job) ? job : showJob(ctx, job, { compressed: query.compressedPayload ?? false });
  },
});
