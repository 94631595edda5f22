import * as z from 'zod';
import { answerAsCsv, ask, insightNotKept, MEASURES } from '../../../lib/operations/insight/index.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { defineEndpoint, RawReply } from '../../../lib/platform/http/index.ts';
import {
  dimensionFilters,
  givenFilters,
  insightExample,
  insightReply,
  measureName,
  questionParameters,
} from './insight-schemas.ts';
import { readPeriod } from './read-period.ts';

const MAX_GROUPS = 2;

/** GET /v1/insights/{measure} */
export const getInsight = defineEndpoint({
  name: 'getInsight',
  method: 'GET',
  path: '/v1/insights/{measure}',
  area: 'Insights',
  summary: 'Get a measure',
  description:
    'How deliveries went in a period: a number with what it is based on, split by times and dimensions, and compared with ' +
    'the period before. `listMeasures` has the measures with their formulas. Numbers are at most a minute old. Callers who ' +
    'are limited to stores or driver groups get the numbers of those only. To find out why something changed, ask for the ' +
    'same measure split by one dimension after the other, and compare the rows.',
  permission: 'READ_JOB',
  forLimited: 'narrowed',
  params: z.object({ measure: measureName.meta({ description: 'Name of the measure.' }) }),
  query: z.object({ ...questionParameters, ...dimensionFilters }).superRefine(({ groupBy = [] }, context) => {
    const isRepeated = new Set(groupBy).size < groupBy.length;
    if (groupBy.length <= MAX_GROUPS && !isRepeated) return;
    const message = isRepeated
      ? 'names one twice'
      : `has ${groupBy.length} names; send at most ${MAX_GROUPS}`;
    context.addIssue({ code: 'custom', path: ['groupBy'], message, input: groupBy });
  }),
  reply: insightReply,
  replyExample: insightExample,
  otherReplies: [
    { status: 200, summary: 'With `format=csv`: a line for each group.', contentType: 'text/csv' },
  ],
  refusals: [insightNotKept],
  async handle({ input: { path, query }, ctx }) {
    const { groupBy = [], comparedWith, currency, format, from: first, to: last, ...filters } = query;
    const measure = MEASURES.find(({ name }) => name === path.measure)!;
    const period = await readPeriod(ctx, { from: first, to: last });
    if (isRefusal(period)) return period;
    const { from, to } = period;
    const answer = await ask(ctx, ctx.caller, {
      ...{ measure, from, to, groupBy, currency },
      filters: givenFilters(filters),
      isCompared: comparedWith === 'previous_period',
    });
    if (isRefusal(answer)) return answer;
    if (format === 'csv') {
      const headers = {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="${measure.name}.csv"`,
        'cache-control': 'no-store',
      };
      return new RawReply(200, headers, answerAsCsv(measure, groupBy, answer));
    }
    const { name, label, definition, unit, dimensions } = measure;
    return {
      measure: { name, label, definition, unit, dimensions: [...dimensions] },
      period: { from, to, timeZone: answer.timeZone },
      previousPeriod: answer.previousPeriod,
      currency: answer.currency,
      total: answer.total,
      rows: [...answer.rows],
      rowsLeftOut: answer.rowsLeftOut,
    };
  },
});
