import { changedFields } from '../../platform/audit/index.ts';
import type { JobAggregate } from './job-aggregate.ts';

/** The change of a job in the audit log: its own fields, and those of each package by its id. */
export function jobChanges(before: JobAggregate, after: JobAggregate): ReturnType<typeof changedFields> {
  return changedFields(audited(before), audited(after));
}

function audited({ job, configurations }: JobAggregate) {
  const { summary: _, ...fields } = job.value;
  return {
    ...fields,
    packages: Object.fromEntries(
      configurations.map(({ value: { id, package: content, canceledAt } }) => [
        id,
        { ...content, canceledAt },
      ]),
    ),
  };
}
