import * as z from 'zod';
import { deleteReport as remove, reportNotFound } from '../../../lib/operations/insight/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { defineEndpoint } from '../../../lib/platform/http/index.ts';
import { renderReport, reportExample, reportReply } from './report-schemas.ts';

/** DELETE /v1/insights/reports/{id} */
export const deleteReport = defineEndpoint({
  name: 'deleteInsightReport',
  method: 'DELETE',
  path: '/v1/insights/reports/{id}',
  area: 'Insights',
  summary: 'Delete a report',
  description: 'It is not sent any more.',
  permission: 'WRITE_NOTIFICATION',
  forLimited: 'refused',
  params: z.object({ id: z.string().max(64).meta({ description: 'Id of the report, `rpt_...`.' }) }),
  reply: reportReply,
  replyExample: reportExample,
  refusals: [reportNotFound, contentionOver('insight report')],
  async handle({ input: { path }, ctx }) {
    const removed = await remove(ctx, ctx.organizationId, path.id);
    return isRefusal(removed) ? removed : renderReport(removed);
  },
});
