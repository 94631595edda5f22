import * as z from 'zod';
import { listReports as list } from '../../../lib/operations/insight/index.ts';
import { defineEndpoint } from '../../../lib/platform/http/index.ts';
import { renderReport, reportExample, reportReply } from './report-schemas.ts';

/** GET /v1/insights/reports */
export const listReports = defineEndpoint({
  name: 'listInsightReports',
  method: 'GET',
  path: '/v1/insights/reports',
  area: 'Insights',
  summary: 'List reports',
  permission: 'READ_NOTIFICATION',
  forLimited: 'refused',
  reply: z.object({ reports: z.array(reportReply) }),
  replyExample: { reports: [reportExample] },
  refusals: [],
  async handle({ ctx }) {
    return { reports: (await list(ctx.table, ctx.organizationId)).map(renderReport) };
  },
});
