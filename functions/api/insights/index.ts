import { defineArea, serveArea } from '../../../lib/platform/http/index.ts';
import { coreDeps } from '../../../lib/platform/runtime/index.ts';
import { getInsight } from './get-insight.ts';
import { listInsightFacts } from './list-insight-facts.ts';
import { listMeasures } from './list-measures.ts';

/** Numbers by which managers decide: measures of orders, deliveries, providers and drivers. */
export const insightsArea = defineArea({
  name: 'insights',
  endpoints: [listMeasures, getInsight, listInsightFacts],
  uses: { table: 'read' },
});

export const handler = serveArea(insightsArea, coreDeps);
