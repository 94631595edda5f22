import * as z from 'zod';
import { compile, definitionSchema } from '../../../engines/workflows/index.ts';
import {
  type Activity,
  activityEntity,
  activityPartition,
  activityPortion,
  type FoundActivity,
  finishedActivity,
  plannedActivity,
  progressedActivity,
  readActivity,
  startedActivity,
} from '../../../platform/activities/index.ts';
import { toInstant } from '../../../platform/core/clock.ts';
import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import { defineEvent, type EventRecord } from '../../../platform/events/index.ts';
import type { CoreDeps } from '../../../platform/runtime/index.ts';
import { create, defineEntity, type Operation, type Stored } from '../../../platform/table/index.ts';
import { checkDefinition } from '../check-definition.ts';
import { readEnvironment } from '../read-environment.ts';
import { readWorkflow } from '../read-workflows.ts';
import { replayTooLarge } from '../refusals.ts';
import { runEnvironment } from '../runs/load-plan.ts';
import { type Place, readPastEvents } from './happenings.ts';
import { type ReplayDifference, replayOne } from './replay-one.ts';

/** Maximum number of events of a replay, and the default. */
export const MAX_EVENTS = 10_000;
export const DEFAULT_EVENTS = 1_000;

/** Maximum number of differences of a result; further ones are counted. */
const MAX_LISTED = 2_000;

/** Differences that one portion lists. */
const LISTED_OF_PORTION = 200;

/** Maximum number of characters of a proposed definition, which an activity stores. */
const MAX_DEFINITION = 90_000;

const place = z.object({ at: z.string(), id: z.string() }).nullable();

/** The next portion of a replay is due. */
export const replayDue = defineEvent({
  name: 'workflow.replay_due',
  schema: z.object({
    activityId: z.string(),
    portion: z.int(),
    evaluated: z.int(),
    after: place,
  }),
  summary: 'The next part of a replay of a workflow is due.',
});

const requestSchema = z.object({
  name: z.string().nullable().default(null),
  workflowId: z.string(),
  workflowName: z.string().default(''),
  version: z.int(),
  definition: definitionSchema,
  events: z.int(),
  from: z.string().nullable(),
  to: z.string().nullable(),
});

const portionSchema = z.object({
  organizationId: z.string(),
  activityId: z.string(),
  portion: z.int(),
  evaluated: z.int(),
  differingCount: z.int(),
  differing: z.array(z.custom<ReplayDifference>((value) => typeof value === 'object')),
  expiresAt: z.int(),
});

export const replayPortionEntity = defineEntity<
  z.infer<typeof portionSchema>,
  { organizationId: string; activityId: string; portion: number }
>({
  name: 'workflowReplayPortion',
  schema: portionSchema,
  ...activityPortion,
});

/** Request for a replay. */
export interface ReplayRequest {
  /** By which it is found again, and compared with others. */
  readonly name?: string | undefined;
  /** Nodes, edges and trigger of an unsaved definition. */
  readonly definition?: unknown;
  readonly version?: number | undefined;
  readonly events?: number | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Who requests it. */
export interface ReplayCaller {
  readonly organizationId: string;
  readonly keyId: string;
  readonly storeLocationIds: readonly string[] | null;
  readonly driverGroupIds: readonly string[] | null;
  readonly listShards: number;
}

/**
 * Requests a replay: a version of the workflow, or a proposed one, runs over past events without effects. The
 * activity's result lists the nodes that would act differently, and the orders.
 */
export async function requestReplay(
  deps: CoreDeps,
  caller: ReplayCaller,
  workflowId: string,
  wanted: ReplayRequest,
): Promise<FoundActivity | Refusal> {
  const { organizationId } = caller;
  const found = await readWorkflow(deps.table, organizationId, workflowId, wanted.version);
  if (isRefusal(found)) return found;
  let definition = definitionSchema.parse(found.definition);
  if (wanted.definition !== undefined) {
    const environment = await readEnvironment(deps.table, organizationId);
    const rights = { isSignedIn: true, nowMs: deps.clock.now() };
    const checked = checkDefinition(wanted.definition, environment, rights);
    if (isRefusal(checked)) return checked;
    definition = checked.definition;
  }
  const { length } = JSON.stringify(definition);
  if (length > MAX_DEFINITION) {
    return replayTooLarge(
      `The definition has ${length} characters as JSON; a replay takes at most ${MAX_DEFINITION}. Replay a smaller one.`,
      { limit: MAX_DEFINITION },
    );
  }
  const id = deps.ids.next('act');
  const { keyId: createdBy, storeLocationIds, driverGroupIds } = caller;
  const owner = { organizationId, createdBy, storeLocationIds, driverGroupIds };
  const request: z.infer<typeof requestSchema> = {
    name: wanted.name ?? null,
    workflowId,
    workflowName: found.workflow.name,
    version: found.definition.version,
    definition,
    events: wanted.events ?? DEFAULT_EVENTS,
    from: wanted.from ?? null,
    to: wanted.to ?? null,
  };
  const now = deps.clock.now();
  const planned = plannedActivity(owner, { id, action: 'act_replay_workflow', request }, now);
  const due = nextPortion({ organizationId, id }, { portion: 0, evaluated: 0, after: null }, now);
  if ((await deps.table.write([...planned.operations, due])).ok) {
    return { stored: planned.next, result: null };
  }
  // A repeated request finds what its first attempt created.
  return readActivity(deps.table, caller, id);
}

interface Progress {
  readonly portion: number;
  readonly evaluated: number;
  readonly after: Place;
}

function nextPortion(
  of: { readonly organizationId: string; readonly id: string },
  progress: Progress,
  nowMs: number,
): Operation {
  return replayDue.record({
    aggregate: activityPartition(of),
    cause: `replay#${progress.portion}`,
    occurredAt: toInstant(nowMs),
    data: { activityId: of.id, ...progress },
  });
}

/** Processes one portion of a replay, then starts the next one or ends it. Repeating it is harmless. */
export async function runReplay(deps: CoreDeps, record: EventRecord): Promise<void> {
  const { organizationId } = record;
  const { activityId: id, portion, evaluated, after } = replayDue.parse(record).data;
  const { table, clock } = deps;
  let stored = await table.get(activityEntity, { organizationId, id });
  if (!stored || !isOpen(stored.value)) return;
  if (await table.get(replayPortionEntity, { organizationId, activityId: id, portion })) return;
  const request = requestSchema.parse(stored.value.request);
  const { workflowId, version, definition } = request;
  const plan = compile({ id: workflowId, name: workflowId, version, ...definition });
  const environment = await runEnvironment(table, organizationId, plan);
  const of = { organizationId, workflowId, trigger: definition.trigger };
  const found = await readPastEvents(deps, of, request, after);
  const happenings = found.happenings.slice(0, request.events - evaluated);
  const differing: ReplayDifference[] = [];
  for (const happening of happenings) {
    differing.push(...(await replayOne(deps, plan, environment, organizationId, happening)));
  }
  const total = evaluated + happenings.length;
  const isLast = found.next === null || total >= request.events;
  if (stored.value.status !== 'IN_PROGRESS') {
    const started = startedActivity(stored, clock.now());
    if (isRefusal(started) || !(await table.write(started.operations)).ok) return retryLater(id);
    stored = started.next;
  }
  const part = {
    organizationId,
    activityId: id,
    portion,
    evaluated: happenings.length,
    differingCount: differing.length,
    differing: differing.slice(0, LISTED_OF_PORTION),
    expiresAt: Math.floor(clock.now() / 1000) + 90 * 24 * 3600,
  };
  const planned = isLast
    ? finish(deps, stored, request, [...(await portionsOf(deps, organizationId, id)), part])
    : progressedActivity(stored, { evaluated: total, of: request.events }, clock.now());
  if (isRefusal(planned)) return;
  const next = { portion: portion + 1, evaluated: total, after: found.next };
  const outcome = await table.write([
    create(replayPortionEntity, part),
    ...planned.operations,
    ...(isLast ? [] : [nextPortion({ organizationId, id }, next, clock.now())]),
  ]);
  if (!outcome.ok) retryLater(id);
}

function retryLater(id: string): never {
  throw new Error(`The replay ${id} was being changed by others.`);
}

function isOpen({ status }: Activity): boolean {
  return status === 'QUEUED' || status === 'IN_PROGRESS';
}

async function portionsOf({ table }: CoreDeps, organizationId: string, id: string) {
  const aggregate = await table.readAggregate(activityPartition({ organizationId, id }));
  return aggregate.all(replayPortionEntity).map(({ value }) => value);
}

function finish(
  { clock }: CoreDeps,
  stored: Stored<Activity>,
  { name, workflowId, workflowName, version }: z.infer<typeof requestSchema>,
  parts: readonly z.infer<typeof portionSchema>[],
) {
  const sum = (pick: (part: z.infer<typeof portionSchema>) => number) =>
    parts.reduce((total, part) => total + pick(part), 0);
  const differing = parts.flatMap((part) => part.differing).slice(0, MAX_LISTED);
  const differingCount = sum((part) => part.differingCount);
  const evaluated = sum((part) => part.evaluated);
  const result = {
    ...{ name, workflow: { id: workflowId, name: workflowName, version } },
    ...{ evaluated, differingCount, isComplete: differing.length === differingCount, differing },
  };
  const progress = { evaluated, of: evaluated };
  return finishedActivity(stored, { trigger: 'succeed', result, progress }, clock.now());
}
