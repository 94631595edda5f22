import * as z from 'zod';
import { isRefusal } from '../../../lib/core/refusal.ts';
import { flagNotFound, resolveFlag } from '../../../lib/flags/index.ts';
import { defineRunEndpoint } from './deps.ts';
import { flagExample, flagReply } from './flag-schemas.ts';

export const resolveFlagEndpoint = defineRunEndpoint({
  name: 'resolveDeliveryFlag',
  method: 'POST',
  path: '/v1/jobs/{jobId}/flags/{flagId}/resolve',
  area: 'Flags',
  summary: 'Resolve a flag',
  description: 'A flag that is resolved stays as it is.',
  permission: 'WRITE_WORKFLOW',
  params: z.object({
    jobId: z.string().meta({ description: 'Id of the job.' }),
    flagId: z.string().meta({ description: 'Id of the flag, `flg_...`.' }),
  }),
  reply: flagReply,
  replyExample: { ...flagExample, resolvedAt: '2026-03-05T02:00:00.000Z', resolvedBy: 'key_01JD8Z' },
  refusals: [flagNotFound],
  async handle({ input: { path }, ctx }) {
    const { organizationId, caller } = ctx;
    const key = { jobId: path.jobId, id: path.flagId };
    const flag = await resolveFlag(organizationId, key, caller.keyId, ctx);
    if (isRefusal(flag)) return flag;
    const { organizationId: _, ...shown } = flag;
    return shown;
  },
});
