import { createReport as create, invalidReport, MAX_REPORTS } from '../../../lib/operations/insight/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { defineEndpoint } from '../../../lib/platform/http/index.ts';
import {
  renderReport,
  reportBodyExample,
  reportExample,
  reportFields,
  reportInput,
  reportReply,
} from './report-schemas.ts';

/** POST /v1/insights/reports */
export const createReport = defineEndpoint({
  name: 'createInsightReport',
  method: 'POST',
  path: '/v1/insights/reports',
  area: 'Insights',
  summary: 'Create a report',
  description:
    'Numbers by e-mail after each day or week, in the time zone of the organization: each measure with the period before, as ' +
    'bars by day or hour, and a link to the console. Each period is sent once, within an hour of its time. The first one is ' +
    `the period that ends on the day of its creation or later. An organization has at most ${MAX_REPORTS} reports.`,
  permission: 'WRITE_NOTIFICATION',
  forLimited: 'refused',
  body: reportInput,
  bodyExample: reportBodyExample,
  reply: reportReply,
  replyExample: reportExample,
  refusals: [invalidReport, contentionOver('insight report')],
  async handle({ input: { body }, ctx }) {
    const made = await create(ctx, ctx.organizationId, ctx.ids.next('rpt'), reportFields(body));
    return isRefusal(made) ? made : renderReport(made);
  },
});
