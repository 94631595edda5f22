import * as z from 'zod';
import { defineEntity } from '../../platform/table/index.ts';

/** Days after which a repeated report is judged again. A phone sends what it has within these. */
const REMEMBERED_DAYS = 30;

const schema = z.object({
  organizationId: z.string(),
  courierId: z.string(),
  /** Chosen by the phone, unique among the reports of its driver. */
  key: z.string(),
  /** Null = it was carried out. */
  refusal: z.object({ code: z.string(), message: z.string() }).nullable(),
  performedAt: z.string(),
});

/** What became of a driver's report, so that its repetition gets the same answer and changes nothing. */
export type PerformedReport = z.output<typeof schema>;

export const performedReportEntity = defineEntity<
  PerformedReport,
  Pick<PerformedReport, 'organizationId' | 'courierId' | 'key'>
>({
  name: 'performedReport',
  schema,
  partition: ({ organizationId, courierId }) => ({ organizationId, type: 'driver-reports', id: courierId }),
  sort: ({ key }) => ({ kind: 'log', parts: [key] }),
  expiresAtSeconds: ({ performedAt }) => Math.ceil(Date.parse(performedAt) / 1000) + REMEMBERED_DAYS * 86_400,
});
