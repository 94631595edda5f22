import { toInstant } from '../../../platform/core/clock.ts';
import { lostRace } from '../../../platform/core/commit.ts';
import type { Refusal } from '../../../platform/core/refusal.ts';
import type { CoreDeps } from '../../../platform/runtime/index.ts';
import { create, remove, type Table } from '../../../platform/table/index.ts';
import { invalidReport, reportNotFound } from '../refusals.ts';
import { MAX_REPORTS, type Report, reportEntity, reportSentEntity, reportsPartition } from './report.ts';

/** Every report of an organization, in the order of their creation. 1 call. */
export async function listReports(table: Table, organizationId: string): Promise<readonly Report[]> {
  const stored = (await table.readAggregate(reportsPartition(organizationId))).all(reportEntity);
  return stored.map(({ value }) => value);
}

/** Creates a report. Its first period is the one that ends on this day or later. */
export async function createReport(
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
  organizationId: string,
  id: string,
  fields: Omit<Report, 'organizationId' | 'id' | 'createdAt'>,
): Promise<Report | Refusal> {
  const known = await listReports(table, organizationId);
  // A repeated request finds what its first attempt created.
  const own = known.find((report) => report.id === id);
  if (own) return own;
  if (known.length >= MAX_REPORTS) {
    return invalidReport(`There are ${known.length} reports, which is the maximum. Delete one first.`, {});
  }
  const report: Report = {
    ...fields,
    ...{ organizationId, id, createdAt: toInstant(clock.now()) },
    emails: [...new Set(fields.emails)],
    measures: [...new Set(fields.measures)],
  };
  const outcome = await table.write([create(reportEntity, report)]);
  return outcome.ok ? report : lostRace({ what: 'insight report', id });
}

/** Deletes a report. What was sent stays. */
export async function deleteReport(
  { table }: Pick<CoreDeps, 'table'>,
  organizationId: string,
  id: string,
): Promise<Report | Refusal> {
  const [report, sent] = await Promise.all([
    table.get(reportEntity, { organizationId, id }),
    table.get(reportSentEntity, { organizationId, reportId: id }),
  ]);
  if (!report)
    return reportNotFound(`There is no report "${id}". GET /v1/insights/reports lists them.`, { id });
  const outcome = await table.write([
    remove(reportEntity, report),
    ...(sent ? [remove(reportSentEntity, sent)] : []),
  ]);
  return outcome.ok ? report.value : lostRace({ what: 'insight report', id });
}
