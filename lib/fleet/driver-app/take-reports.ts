import { toInstant } from '../../platform/core/clock.ts';
import { isLostRace } from '../../platform/core/commit.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import type { Preferences } from '../../platform/organization/index.ts';
import { create, replace } from '../../platform/table/index.ts';
import { type DriverReport, performReport, type ReportDeps } from './perform-report.ts';
import { type PerformedReport, performedReportEntity } from './performed-report.ts';
import { type DriverPhone, driverPhoneEntity } from './phone.ts';
import { presentDriver } from './read-work.ts';

/** Maximum number of reports of a request. */
export const MAX_REPORTS = 50;

/** A contact is written again after this long without a change. Milliseconds. */
const CONTACT_MS = 60_000;

/** What becomes of a report. */
export const REPORT_OUTCOMES = Object.freeze(['done', 'refused', 'later'] as const);

/** What became of a report; `later` = send it again, because somebody else was changing the same thing. */
export interface ReportResult {
  readonly key: string;
  readonly outcome: (typeof REPORT_OUTCOMES)[number];
  readonly refusal: PerformedReport['refusal'];
}

/** A phone with what it sends. */
export interface SentReports {
  readonly phone: Pick<DriverPhone, 'organizationId' | 'courierId' | 'id'>;
  readonly listShards: number;
  readonly preferences: Preferences;
  readonly cause: string;
  readonly state: Pick<DriverPhone, 'batteryLevel' | 'unsentReports'> & {
    readonly appVersion?: string | undefined;
  };
  readonly reports: readonly DriverReport[];
}

/**
 * Carries out the reports of a phone in their order, each once: a repeated key gets the result of the first. A refused report
 * does not stop the following ones. One that lost its race does, so that the order stays; it and the following ones are to be
 * sent again. After a crash between a change and its result, the report is judged again; reports of the past change
 * nothing twice by the rules for late reports.
 */
export async function takeReports(
  deps: ReportDeps,
  sent: SentReports,
): Promise<readonly ReportResult[] | Refusal> {
  const { table, clock } = deps;
  const { organizationId, courierId, id: phoneId } = sent.phone;
  const driver = await presentDriver(table, sent.phone);
  if (isRefusal(driver)) return driver;
  await noteContact(deps, sent);
  const receivedAt = toInstant(clock.now());
  const known = await table.getMany(
    performedReportEntity,
    sent.reports.map(({ key }) => ({ organizationId, courierId, key })),
  );
  const results = new Map<string, ReportResult>();
  for (const stored of known) if (stored) results.set(stored.value.key, resultOf(stored.value));
  const { listShards, preferences, cause } = sent;
  const reporting = { organizationId, driver, phoneId, listShards, preferences, cause, receivedAt };
  for (const [index, report] of sent.reports.entries()) {
    const { key } = report;
    if (results.has(key)) continue;
    const refusal = await performReport(deps, reporting, notInFuture(report, receivedAt));
    if (refusal && isLostRace(refusal)) {
      const left = sent.reports.slice(index).filter((one) => !results.has(one.key));
      for (const one of left) results.set(one.key, { key: one.key, outcome: 'later', refusal: null });
      break;
    }
    const performed: PerformedReport = {
      organizationId,
      courierId,
      key,
      refusal: refusal ? { code: refusal.kind.code, message: refusal.message } : null,
      performedAt: toInstant(clock.now()),
    };
    const written = await table.write([create(performedReportEntity, performed)]);
    // The other phone of the driver, or an earlier request, was faster: its result counts.
    const first = written.ok ? undefined : await table.get(performedReportEntity, performed);
    results.set(key, resultOf(first?.value ?? performed));
  }
  return sent.reports.flatMap(({ key }) => results.get(key) ?? []);
}

/** The clock of a phone may be ahead: what it reports has happened by now, or all later reports would count as late. */
function notInFuture(report: DriverReport, now: string): DriverReport {
  return report.occurredAt > now ? { ...report, occurredAt: now } : report;
}

function resultOf({ key, refusal }: PerformedReport): ReportResult {
  return { key, outcome: refusal ? 'refused' : 'done', refusal };
}

/** Notes the contact at the phone. It is lost when another one is written at the same time, which says the same. */
async function noteContact({ table, clock }: ReportDeps, { phone, state }: SentReports): Promise<void> {
  const stored = await table.get(driverPhoneEntity, phone);
  if (!stored) return;
  const now = clock.now();
  const { appVersion = stored.value.appVersion, ...values } = state;
  const next = { ...stored.value, ...values, appVersion, lastContactAt: toInstant(now) };
  const isSame =
    next.batteryLevel === stored.value.batteryLevel &&
    next.unsentReports === stored.value.unsentReports &&
    next.appVersion === stored.value.appVersion;
  if (isSame && now - Date.parse(stored.value.lastContactAt) < CONTACT_MS) return;
  await table.write([replace(driverPhoneEntity, stored, next)]);
}
