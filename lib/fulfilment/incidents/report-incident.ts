import { toInstant } from '../../platform/core/clock.ts';
import { commit } from '../../platform/core/commit.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { sameValue } from '../../platform/core/same-value.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import type { Stored } from '../../platform/table/index.ts';
import type { Delivery, Task } from '../jobs/index.ts';
import { findTask, type IncidentActor, type IncidentAuthor } from './find-task.ts';
import { type Incident, incidentStore } from './incident.ts';
import { incidentAttention } from './incident-lifecycle.ts';
import type { INCIDENT_SUBTYPES, INCIDENT_TYPES } from './incident-words.ts';
import { refundAttention } from './refund-lifecycle.ts';
import { type Buckets, type RefundRequest, refundRequestIdOf, refundStore } from './refund-request.ts';

/** A caller's report about one task. Shape and amounts were checked. */
export interface IncidentReport {
  readonly raiseIncident: boolean;
  readonly incidentNotes: string;
  readonly incidentType: (typeof INCIDENT_TYPES)[number];
  readonly incidentSubtype?: (typeof INCIDENT_SUBTYPES)[number] | undefined;
  readonly incidentFileUrl?: string | undefined;
  readonly incidentFileUrls?: readonly string[] | undefined;
  /** The amounts that were sent; present exactly when a refund is requested. */
  readonly requested?: Partial<Buckets> | undefined;
}

/** Result of a report. */
export interface Reported {
  readonly incident: Incident;
  readonly refund: RefundRequest | undefined;
}

/**
 * Processes a report about a task (specification 4.4). A task has at most one refund request: another one
 * changes nothing and returns the first one. A note replaces the previous one; the same note twice changes
 * nothing.
 */
export async function reportIncident(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  actor: IncidentAuthor,
  of: { readonly jobId: string; readonly taskId: string },
  report: IncidentReport,
): Promise<Reported | Refusal> {
  const found = await findTask(deps.table, actor, of);
  if (isRefusal(found)) return found;
  const { task, delivery } = found;
  const { organizationId, id: taskId } = task;
  return commit(deps, { what: 'task', id: taskId }, async () => {
    const [stored, refund] = await Promise.all([
      deps.table.get(incidentStore.entity, { organizationId, id: taskId }),
      deps.table.get(refundStore.entity, { organizationId, id: refundRequestIdOf(task) }),
    ]);
    if (report.requested && refund) return { incident: filingOf(refund.value), refund: refund.value };
    const at = toInstant(deps.clock.now());
    const incident = incidentOf(task, report, stored, at, actor.keyId);
    const opened = report.requested && refundOf(task, delivery, report, at);
    if (opened || incident !== stored?.value) {
      const outcome = await deps.table.write([
        ...incidentStore.plan(stored, incident, delivery),
        ...(opened ? refundStore.plan(undefined, opened, delivery) : []),
      ]);
      if (!outcome.ok) return undefined;
    }
    return opened ? { incident: filingOf(opened), refund: opened } : { incident, refund: refund?.value };
  });
}

/** The current report about a task; undefined when there is none. 2 calls. */
export async function readIncident(
  { table }: Pick<CoreDeps, 'table'>,
  actor: IncidentActor,
  of: { readonly jobId: string; readonly taskId: string },
): Promise<Reported | Refusal | undefined> {
  const found = await findTask(table, actor, of);
  if (isRefusal(found)) return found;
  const { organizationId, id: taskId } = found.task;
  const [incident, refund] = await Promise.all([
    table.get(incidentStore.entity, { organizationId, id: taskId }),
    table.get(refundStore.entity, { organizationId, id: refundRequestIdOf(found.task) }),
  ]);
  return incident && { incident: incident.value, refund: refund?.value };
}

/** The incident after this report: the stored one itself when the report says nothing new. */
function incidentOf(
  { organizationId, jobId, id }: Task,
  report: IncidentReport,
  stored: Stored<Incident> | undefined,
  at: string,
  by: string,
): Incident {
  const status = report.raiseIncident ? 'raised' : 'resolved';
  const said = {
    incidentNotes: report.incidentNotes,
    incidentType: report.incidentType,
    incidentSubtype: report.incidentSubtype ?? null,
    incidentFileUrls: filesOf(report),
  };
  const before = stored?.value ?? { organizationId, id, jobId, ...said, ...incidentAttention.raised(at) };
  const next = { ...incidentAttention.turned(before, status, by, at), ...said };
  if (!stored) return next;
  return sameValue(next, stored.value) ? stored.value : { ...next, updatedAt: at };
}

/** The report with which a refund request was filed: later notes do not change it. */
function filingOf(refund: RefundRequest): Incident {
  const status = refund.raiseIncident ? 'raised' : 'resolved';
  return {
    ...refund,
    id: refund.taskId,
    status,
    incidentType: 'REFUND_REQUEST',
    updatedAt: refund.createdAt,
  };
}

/** Both ways of naming files, each file once. */
function filesOf({ incidentFileUrl, incidentFileUrls = [] }: IncidentReport): string[] {
  return [...new Set([...(incidentFileUrl === undefined ? [] : [incidentFileUrl]), ...incidentFileUrls])];
}

function refundOf(task: Task, delivery: Delivery, report: IncidentReport, at: string): RefundRequest {
  const { organizationId, jobId } = task;
  return {
    organizationId,
    jobId,
    taskId: task.id,
    id: refundRequestIdOf(task),
    raiseIncident: report.raiseIncident,
    incidentSubtype: report.incidentSubtype ?? 'other',
    incidentNotes: report.incidentNotes,
    incidentFileUrls: filesOf(report),
    currency: delivery.currency,
    requested: { deliveryFeeCents: 0, orderValueCents: 0, tipCents: 0, ...report.requested },
    granted: null,
    response: '',
    proofOfRefund: null,
    ...refundAttention.raised(at),
  };
}
