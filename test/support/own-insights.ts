import { createReport } from '../../functions/api/insights/create-report.ts';
import type { MakeResource } from './own-resource.ts';

const report: MakeResource = async ({ call, key }) => {
  const reply = await call(createReport.routeKey, { key, body: createReport.bodyExample });
  return { params: { id: reply.json.id } };
};

/** Reports of insights, for endpoints with one of them in their path. */
export const insightResources: Readonly<Record<string, MakeResource>> = { deleteInsightReport: report };
