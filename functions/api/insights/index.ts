import { defineArea, serveArea } from '../../../lib/platform/http/index.ts';
import { coreDeps } from '../../../lib/platform/runtime/index.ts';
import { createReport } from './create-report.ts';
import { deleteReport } from './delete-report.ts';
import { getInsight } from './get-insight.ts';
import { listInsightFacts } from './list-insight-facts.ts';
import { listMeasures } from './list-measures.ts';
import { listReports } from './list-reports.ts';

/** Numbers by which managers decide: measures of orders, deliveries, providers and drivers. */
export const insightsArea = defineArea({
  name: 'insights',
  endpoints: [listMeasures, getInsight, listInsightFacts, createReport, listReports, deleteReport],
  uses: { table: 'readWrite' },
});

export const handler = serveArea(insightsArea, coreDeps);
