import * as z from 'zod';
import { exportKey, PERSONAL_DATA_ACTIONS } from '../../../lib/operations/personal-data/index.ts';
import { activityNotFound, readActivity } from '../../../lib/platform/activities/index.ts';
import { conflict } from '../../../lib/platform/core/common-refusals.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { activityPath } from './activity-reply.ts';
import { activityEndpoint } from './deps.ts';

/** GET /v1/activities/{id}/export */
export const getExport = activityEndpoint({
  name: 'getExport',
  method: 'GET',
  path: '/v1/activities/{id}/export',
  area: 'Activities',
  summary: 'Get the file of an export',
  description:
    'A link to what `exportPerson` collected. It works for a quarter of an hour; ask again for another one.',
  permission: 'READ_PERSONAL_DATA',
  forLimited: 'refused',
  params: activityPath,
  reply: z.object({
    url: z.string().meta({ description: 'Link to the JSON file.' }),
    sizeBytes: z.int().meta({ description: 'Size of the file in bytes.' }),
  }),
  replyExample: {
    url: 'https://bucket.example/personal-data/act_01JD8Z6Q4T9V2N5X7C3B1M0K8H.json',
    sizeBytes: 48_200,
  },
  refusals: [activityNotFound, conflict],
  async handle({ input: { path }, ctx }) {
    const { organizationId } = ctx;
    const found = await readActivity(ctx.table, { ...ctx.caller, organizationId }, path.id);
    if (isRefusal(found)) return found;
    const key = exportKey(path.id);
    const file =
      found.stored.value.action === PERSONAL_DATA_ACTIONS.export
        ? await ctx.bucket.head(organizationId, key)
        : undefined;
    if (!file)
      return conflict(
        `The activity "${path.id}" has no file: it is no export, has not ended yet, or ended more than a week ago.`,
        { id: path.id },
      );
    return { url: ctx.bucket.downloadLink(organizationId, key), sizeBytes: file.sizeBytes };
  },
});
