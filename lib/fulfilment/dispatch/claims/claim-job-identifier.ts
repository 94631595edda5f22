import type { Refusal } from '../../../platform/core/refusal.ts';
import { type Operation, save } from '../../../platform/table/index.ts';
import { isJobOver, jobIdentifierEntity } from '../../jobs/index.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { jobIdentifierTaken } from '../refusals.ts';
import { readHolder } from './read-holder.ts';

/**
 * The writes with which a new job takes its external identifier, the natural key of jobs (contract-facts 1).
 * The identifier of a job that has ended is free again; ALREADY_EXISTS while its job is active. The write is
 * conditional on what was read, so that only one of several jobs created at the same time gets it. 1 call, 3
 * when the identifier was used before.
 */
export async function claimJobIdentifier(
  { table }: Pick<DispatchDeps, 'table'>,
  claim: { readonly organizationId: string; readonly externalIdentifier: string; readonly jobId: string },
): Promise<readonly Operation[] | Refusal> {
  const { organizationId, externalIdentifier, jobId } = claim;
  const present = await table.get(jobIdentifierEntity, claim);
  if (present?.value.jobId === jobId) return [];
  const holder = present && (await readHolder({ table }, present.value));
  if (holder === 'coming' || (holder && !isJobOver(holder))) {
    return jobIdentifierTaken(
      `Another active job has the external identifier "${externalIdentifier}". Use another identifier, cancel that job (POST /v1/jobs/external_identifier/{externalIdentifier}/cancel), or, while it waits for a provider, change it (POST /v1/jobs/external_identifier/{externalIdentifier}).`,
      { externalIdentifier },
    );
  }
  return [save(jobIdentifierEntity, present, { organizationId, externalIdentifier, jobId })];
}
