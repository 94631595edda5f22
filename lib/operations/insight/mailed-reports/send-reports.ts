import { isRefusal } from '../../../platform/core/refusal.ts';
import { retryLostRace } from '../../../platform/core/retry-lost-race.ts';
import { readOrganization } from '../../../platform/organization/index.ts';
import type { CoreDeps } from '../../../platform/runtime/index.ts';
import { save, type Table } from '../../../platform/table/index.ts';
import { planMessages, storeMessages } from '../../../reactions/notifications/index.ts';
import { duePeriod, type Period } from './period-of-report.ts';
import { type Report, reportEntity, reportSentEntity, reportsPartition } from './report.ts';
import { writeReport } from './write-report.ts';

/** A report with the period that is due. */
interface DueReport {
  readonly report: Report;
  readonly period: Period;
}

/** The reports of an organization that are due and were not sent. 1 call. */
async function dueReports(
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
  organizationId: string,
  timeZone: string,
): Promise<readonly DueReport[]> {
  const aggregate = await table.readAggregate(reportsPartition(organizationId));
  const sent = new Map(aggregate.all(reportSentEntity).map(({ value }) => [value.reportId, value.to]));
  return aggregate.all(reportEntity).flatMap(({ value: report }) => {
    const period = duePeriod(report, clock.now(), timeZone);
    return period && (sent.get(report.id) ?? '') < period.to ? [{ report, period }] : [];
  });
}

/** Whether an organization has reports to be sent. */
export async function hasDueReports(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  organizationId: string,
  timeZone: string,
): Promise<boolean> {
  return (await dueReports(deps, organizationId, timeZone)).length > 0;
}

/** Sends the reports of an organization that are due, each period once to each recipient, however often it runs. */
export async function sendReports(
  deps: Pick<CoreDeps, 'table' | 'clock' | 'log'>,
  organizationId: string,
): Promise<void> {
  const { preferences, listShards } = (await readOrganization(deps, organizationId)).value;
  for (const { report, period } of await dueReports(deps, organizationId, preferences.timeZone)) {
    const written = await writeReport(deps, report, period);
    if (isRefusal(written)) {
      deps.log.warn('insight.no-report', written.message, { organizationId, reportId: report.id });
      continue;
    }
    const nowMs = deps.clock.now();
    const planned = planMessages({
      ...{ organizationId, listShards, nowMs, ...written, recipients: report.emails },
      ...{ destination: null, jobId: null, orderId: null, channel: 'email', context: {} },
      key: `report ${report.id} ${period.to}`,
    });
    await storeMessages(deps, planned, nowMs);
    await noteSent(deps, report, period.to);
  }
}

async function noteSent(
  { table, clock }: { readonly table: Table; readonly clock: CoreDeps['clock'] },
  { organizationId, id: reportId }: Report,
  to: string,
): Promise<void> {
  const isNoted = await retryLostRace(clock, async () => {
    const stored = await table.get(reportSentEntity, { organizationId, reportId });
    if (stored && stored.value.to >= to) return true;
    return (await table.write([save(reportSentEntity, stored, { organizationId, reportId, to })])).ok;
  });
  if (!isNoted) throw new Error(`The report ${reportId} was sent, but that could not be noted.`);
}
