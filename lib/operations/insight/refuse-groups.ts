import type { Refusal } from '../../platform/core/refusal.ts';
import type { NamedDimension } from './dimensions.ts';
import { isTime } from './limits.ts';
import type { Asker, Question } from './question.ts';
import { insightNotKept } from './refusals.ts';

/** Refuses splits and filters that the measure does not have, and limits that it cannot keep. */
export function refuseGroups(
  { driverGroupIds }: Asker,
  { measure, groupBy, filters }: Pick<Question, 'measure' | 'groupBy' | 'filters'>,
): Refusal | undefined {
  const named = [...groupBy, ...(Object.keys(filters) as NamedDimension[])].filter(
    (name): name is NamedDimension => !isTime(name),
  );
  const unknown = named.find((name) => !measure.dimensions.includes(name));
  if (unknown !== undefined) {
    const known = measure.dimensions.map((name) => `"${name}"`).join(', ');
    return insightNotKept(
      `"${measure.name}" is not kept by "${unknown}". Use ${known} or a time, or another measure.`,
      { dimension: unknown },
    );
  }
  if (driverGroupIds !== null && !measure.dimensions.includes('driverGroup')) {
    return insightNotKept(
      `"${measure.name}" is not kept by driver group, and you see the numbers of some groups only. Ask for "deliveries".`,
      { dimension: 'driverGroup' },
    );
  }
  return undefined;
}
