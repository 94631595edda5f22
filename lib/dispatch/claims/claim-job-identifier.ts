import type { Refusal } from '../../core/refusal.ts';
import { batchIntakeEntity, isJobOver, jobIdentifierEntity, readJob } from '../../jobs/index.ts';
import { type Operation, save } from '../../table/index.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { jobIdentifierTaken } from '../refusals.ts';

/**
 * The writes by which a job that is made takes its external identifier, the natural key of jobs (contract-facts 1). One
 * whose job is over is free again; ALREADY_EXISTS while its job is under way. The write is conditional on what was read,
 * so that of several jobs made at the same time one gets it. 1 call, 2 when the identifier was used before.
 */
export async function claimJobIdentifier(
  claim: { readonly organizationId: string; readonly externalIdentifier: string; readonly jobId: string },
  { table }: Pick<DispatchDeps, 'table'>,
): Promise<readonly Operation[] | Refusal> {
  const { organizationId, externalIdentifier, jobId } = claim;
  const present = await table.get(jobIdentifierEntity, claim);
  if (present?.value.jobId === jobId) return [];
  const holder = present && (await readJob(table, organizationId, present.value.jobId));
  // A batch that is being written has its identifier before it is seen.
  const isComing =
    present !== undefined &&
    holder === undefined &&
    (await table.get(batchIntakeEntity, { organizationId, jobId: present.value.jobId })) !== undefined;
  if (isComing || (holder && !isJobOver(holder))) {
    return jobIdentifierTaken(
      `Another job with the external identifier "${externalIdentifier}" is under way. Take another identifier, cancel that job (POST /v1/jobs/external_identifier/{externalIdentifier}/cancel), or, while it waits for a provider, change it (POST /v1/jobs/external_identifier/{externalIdentifier}).`,
      { externalIdentifier },
    );
  }
  return [save(jobIdentifierEntity, present, { organizationId, externalIdentifier, jobId })];
}
