import * as z from 'zod';
import type { DispatchDeps } from '../../fulfilment/dispatch/index.ts';
import { type JobAggregate, jobEntity, readJob } from '../../fulfilment/jobs/index.ts';
import {
  type Activity,
  type ActivityAction,
  activityEntity,
  activityPartition,
  activityPortion,
  type FoundActivity,
  finishedActivity,
  plannedActivity,
  progressedActivity,
  readActivity,
  startedActivity,
} from '../../platform/activities/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import { mapConcurrently } from '../../platform/core/map-concurrently.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { defineEvent, type EventRecord } from '../../platform/events/index.ts';
import { readOrganization } from '../../platform/organization/index.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { create, defineEntity, type Operation } from '../../platform/table/index.ts';

/** An activity that goes through the deliveries of past days and asks something of each. It changes none of them. */
export interface Review<Request, Found> {
  readonly action: ActivityAction;
  readonly request: z.ZodType<Request>;
  /** The instants between which its jobs were created. */
  readonly period: (request: Request) => { readonly from: string; readonly to: string };
  /** What some of the jobs say. The same jobs say the same. */
  readonly look: (
    deps: DispatchDeps,
    organizationId: string,
    jobs: readonly JobAggregate[],
    request: Request,
  ) => Promise<Found>;
  /** The result of all of them, the newest first. */
  readonly conclude: (
    request: Request,
    found: readonly Found[],
    jobs: { readonly count: number; readonly isComplete: boolean },
  ) => Readonly<Record<string, unknown>>;
}

/** Maximum number of jobs that a review goes through, newest first. */
export const MAX_JOBS = 20_000;

/** Jobs of a portion, and how many are read at a time. */
const JOBS = 50;
const WIDTH = 10;

const LIFE_SECONDS = 90 * 24 * 3600;

const placeSchema = z.object({ at: z.string(), id: z.string() }).nullable();

/** The next portion of a review is due. */
export const reviewDue = defineEvent({
  name: 'review.due',
  schema: z.object({
    activityId: z.string(),
    portion: z.int(),
    jobs: z.int(),
    after: placeSchema,
  }),
  summary: 'The next part of a review of past deliveries is due.',
});

const portionSchema = z.object({
  organizationId: z.string(),
  activityId: z.string(),
  portion: z.int(),
  jobs: z.int(),
  found: z.record(z.string(), z.unknown()),
  expiresAt: z.int(),
});

type Portion = z.infer<typeof portionSchema>;

/** What a portion of the jobs said. */
export const reviewPortionEntity = defineEntity<
  Portion,
  { organizationId: string; activityId: string; portion: number }
>({
  name: 'reviewPortion',
  schema: portionSchema,
  ...activityPortion,
});

/** Who asks for a review; callers with limits may not. */
export interface ReviewCaller {
  readonly organizationId: string;
  readonly keyId: string;
}

/** Starts a review. */
export async function startReview(
  deps: Pick<CoreDeps, 'table' | 'clock' | 'ids'>,
  { organizationId, keyId }: ReviewCaller,
  action: ActivityAction,
  request: Readonly<Record<string, unknown>>,
): Promise<FoundActivity | Refusal> {
  const id = deps.ids.next('act');
  const owner = { organizationId, createdBy: keyId, storeLocationIds: null, driverGroupIds: null };
  const now = deps.clock.now();
  const planned = plannedActivity(owner, { id, action, request }, now);
  const due = nextPortion({ organizationId, id }, { portion: 0, jobs: 0, after: null }, now);
  if ((await deps.table.write([...planned.operations, due])).ok)
    return { stored: planned.next, result: null };
  // A repeated request finds what its first attempt created.
  return readActivity(deps.table, owner, id);
}

function nextPortion(
  of: { readonly organizationId: string; readonly id: string },
  progress: { readonly portion: number; readonly jobs: number; readonly after: z.infer<typeof placeSchema> },
  nowMs: number,
): Operation {
  return reviewDue.record({
    aggregate: activityPartition(of),
    cause: `review#${progress.portion}`,
    occurredAt: toInstant(nowMs),
    data: { activityId: of.id, ...progress },
  });
}

/** Goes through one portion of the jobs, then starts the next one or ends the review. Repeating it is harmless. */
export async function runReview(
  deps: DispatchDeps,
  // biome-ignore lint/suspicious/noExplicitAny: each parses its own request and reads back what it found.
  reviews: readonly Review<any, any>[],
  record: EventRecord,
): Promise<void> {
  const { organizationId } = record;
  const { activityId: id, portion, jobs: before, after } = reviewDue.parse(record).data;
  const { table, clock } = deps;
  let stored = await table.get(activityEntity, { organizationId, id });
  if (!stored || !isOpen(stored.value)) return;
  if (await table.get(reviewPortionEntity, { organizationId, activityId: id, portion })) return;
  const { action } = stored.value;
  const review = reviews.find((one) => one.action === action);
  if (!review) throw new Error(`No review is called ${action}.`);
  const request = review.request.parse(stored.value.request);
  const { value: organization } = await readOrganization(deps, organizationId);
  const rows = await table.list(jobEntity, {
    ...{ organizationId, shards: organization.listShards, direction: 'DESC', limit: JOBS },
    ...review.period(request),
    ...(after ? { after } : {}),
  });
  const read = await mapConcurrently(rows, WIDTH, (row) => readJob(table, organizationId, row.id));
  const found = await review.look(
    deps,
    organizationId,
    read.flatMap((job) => job ?? []),
    request,
  );
  const part: Portion = {
    ...{ organizationId, activityId: id, portion, jobs: rows.length, found },
    expiresAt: Math.floor(clock.now() / 1000) + LIFE_SECONDS,
  };
  if (stored.value.status !== 'IN_PROGRESS') {
    const started = startedActivity(stored, clock.now());
    if (isRefusal(started) || !(await table.write(started.operations)).ok) return retryLater(id);
    stored = started.next;
  }
  const jobs = before + rows.length;
  const last = rows.at(-1);
  const isLast = !last || rows.length < JOBS || jobs >= MAX_JOBS;
  const next = last && { portion: portion + 1, jobs, after: { at: last.at, id: last.id } };
  const planned = isLast
    ? finishedActivity(
        stored,
        {
          trigger: 'succeed',
          result: review.conclude(
            request,
            [...(await portionsOf(deps, organizationId, id)), part].map((one) => one.found),
            { count: jobs, isComplete: rows.length < JOBS },
          ),
          progress: { jobs },
        },
        clock.now(),
      )
    : progressedActivity(stored, { jobs }, clock.now());
  if (isRefusal(planned)) return;
  const outcome = await table.write([
    create(reviewPortionEntity, part),
    ...planned.operations,
    ...(isLast || !next ? [] : [nextPortion({ organizationId, id }, next, clock.now())]),
  ]);
  if (!outcome.ok) retryLater(id);
}

function retryLater(id: string): never {
  throw new Error(`The review ${id} was being changed by others.`);
}

function isOpen({ status }: Activity): boolean {
  return status === 'QUEUED' || status === 'IN_PROGRESS';
}

async function portionsOf({ table }: Pick<CoreDeps, 'table'>, organizationId: string, id: string) {
  const aggregate = await table.readAggregate(activityPartition({ organizationId, id }));
  return aggregate.all(reviewPortionEntity).map(({ value }) => value);
}
