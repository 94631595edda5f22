import * as z from 'zod';
import { defineEntity, type Operation, type Stored, save } from '../table/index.ts';
import { type Activity, activityExpiry, activityPartition } from './activity.ts';

const figures = z.object({
  seconds: z.number(),
  iterations: z.number(),
  costCents: z.number(),
  routes: z.number(),
  unassigned: z.number(),
  /** Share of the whole activity that this part has completed, 0 to 1. */
  fraction: z.number(),
});

/** Progress of a part of an activity, in figures that can be added up. */
export type PartFigures = z.infer<typeof figures>;

const rowSchema = z.object({
  organizationId: z.string(),
  activityId: z.string(),
  /** Parts that run in parallel form a round. */
  round: z.int().min(0),
  part: z.int().min(0),
  /** Parts of the round. */
  parts: z.int().min(1),
  createdAt: z.string(),
  figures,
});
type ProgressRow = z.infer<typeof rowSchema>;

/** Progress of a part of an activity: parallel parts do not write to the activity itself. */
export const activityProgressEntity = defineEntity<
  ProgressRow,
  Pick<ProgressRow, 'organizationId' | 'activityId' | 'round' | 'part'>
>({
  name: 'activityProgress',
  schema: rowSchema,
  partition: ({ organizationId, activityId }) => activityPartition({ organizationId, id: activityId }),
  sort: ({ round, part }) => ({ kind: 'state', parts: [`${round}`, `${part}`.padStart(4, '0')] }),
  expiresAtSeconds: ({ createdAt }) => activityExpiry(createdAt),
});

/** The write of a part's progress. */
export function progressOfPart(
  stored: Stored<ProgressRow> | undefined,
  activity: Pick<Activity, 'organizationId' | 'id' | 'createdAt'>,
  place: Pick<ProgressRow, 'round' | 'part' | 'parts'>,
  of: PartFigures,
): Operation {
  const { organizationId, id: activityId, createdAt } = activity;
  return save(activityProgressEntity, stored, {
    organizationId,
    activityId,
    createdAt,
    ...place,
    figures: of,
  });
}

/**
 * The progress of all parts as one figure: sums, and the mean of their shares. If some parts of a round have
 * not reported yet, only the shares count, and costs are those of the round before.
 */
export function joinedProgress(rows: readonly ProgressRow[]): PartFigures | undefined {
  const last = Math.max(-1, ...rows.map(({ round }) => round));
  const ofRound = (round: number) => rows.filter((row) => row.round === round);
  const present = ofRound(last);
  const [first] = present;
  if (!first) return undefined;
  const earlier = ofRound(last - 1);
  const isWhole = present.length === first.parts || earlier.length === 0;
  const told = isWhole ? present : earlier;
  const sum = (of: readonly ProgressRow[], name: keyof PartFigures) =>
    of.reduce((total, row) => total + row.figures[name], 0);
  const atLeast = sum(earlier, 'fraction') / Math.max(1, earlier.length);
  const missing = first.parts - present.length;
  const fraction = (sum(present, 'fraction') + missing * atLeast) / first.parts;
  return {
    seconds: Math.max(...rows.map((row) => row.figures.seconds)),
    iterations: sum(rows, 'iterations'),
    costCents: sum(told, 'costCents'),
    routes: sum(told, 'routes'),
    unassigned: sum(told, 'unassigned'),
    fraction: Math.round(fraction * 100) / 100,
  };
}
