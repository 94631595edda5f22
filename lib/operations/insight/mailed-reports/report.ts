import * as z from 'zod';
import { MEASURE_NAMES } from '../../../engines/vocabulary/index.ts';
import { defineEntity, type Partition } from '../../../platform/table/index.ts';

/** Maximum number of reports of one organization, and of each one's addresses and measures. */
export const MAX_REPORTS = 20;
export const MAX_EMAILS = 20;
export const MAX_MEASURES = 10;

/** How long a period of a report is. */
export const REPORT_PERIODS = Object.freeze(['day', 'week'] as const);

const schema = z.object({
  organizationId: z.string(),
  /** `rpt_...` */
  id: z.string(),
  name: z.string(),
  period: z.enum(REPORT_PERIODS),
  /** Local hour from which it is sent: every day, or every Monday. */
  hour: z.int(),
  emails: z.array(z.string()),
  measures: z.array(z.enum(MEASURE_NAMES)),
  createdAt: z.string(),
});

/** Numbers that are sent by e-mail after each day or week. */
export type Report = z.infer<typeof schema>;

export const reportEntity = defineEntity<Report, Pick<Report, 'organizationId' | 'id'>>({
  name: 'insightReport',
  schema,
  partition: ({ organizationId }) => reportsPartition(organizationId),
  sort: ({ id }) => ({ kind: 'state', parts: [id] }),
  audited: { type: 'insight_report', id: ({ id }) => id },
});

const sentSchema = z.object({
  organizationId: z.string(),
  reportId: z.string(),
  /** Last day of the latest period that was sent. */
  to: z.string(),
});

/** Which period of a report was sent last. */
export const reportSentEntity = defineEntity<
  z.infer<typeof sentSchema>,
  Pick<z.infer<typeof sentSchema>, 'organizationId' | 'reportId'>
>({
  name: 'insightReportSent',
  schema: sentSchema,
  partition: ({ organizationId }) => reportsPartition(organizationId),
  sort: ({ reportId }) => ({ kind: 'state', parts: [reportId] }),
});

/** Partition of all reports of an organization. */
export function reportsPartition(organizationId: string): Partition {
  return { organizationId, type: 'insightReports', id: 'all' };
}
