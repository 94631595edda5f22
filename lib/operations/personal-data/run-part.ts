import { documentEntity, jobIdOfDocument } from '../../fulfilment/documents/index.ts';
import {
  type Activity,
  activityEntity,
  activityPartition,
  beginActivity,
  busyActivity,
  finishedActivity,
  progressedActivity,
} from '../../platform/activities/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import { mapConcurrently } from '../../platform/core/map-concurrently.ts';
import { isRefusal } from '../../platform/core/refusal.ts';
import type { EventRecord } from '../../platform/events/index.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import type { Bucket } from '../../platform/storage/index.ts';
import { partitionOf, remove, type Stored, save, scanOrganization } from '../../platform/table/index.ts';
import { forgetReached } from '../../reactions/notifications/index.ts';
import { LEFT, LEFT_TAGS } from '../retention/index.ts';
import { findOpen } from './find-open.ts';
import { formerTraces } from './former-values.ts';
import {
  EXPORT_TAGS,
  EXPORTS,
  eraseFile,
  type FileSearch,
  isFileAbout,
  isWithoutPeople,
} from './handle-files.ts';
import { eraseItems, findInItems, type Handling, isAboutOthers, judgeOf } from './handle-items.ts';
import { UNSHOWN_KINDS } from './kinds.ts';
import { isLeft, type LeftSearch, maskedLeft, recordsOfPerson, tracesInLeft } from './left-records.ts';
import { type LinkedIds, linkedIds } from './linked-ids.ts';
import { maskingOf } from './mask.ts';
import {
  type Part,
  PHASES,
  type Phase,
  partEntity,
  personalDataDue,
  SEARCHES,
  SEGMENTS,
  turnDue,
} from './part.ts';
import { type Person, personMatcher } from './person.ts';
import { reportOf } from './report.ts';
import { PERSONAL_DATA_ACTIONS, requestSchema } from './start.ts';
import { joinTraces, NO_TRACES, type Traces } from './traces.ts';

/** What going through personal data takes. */
export interface PersonalDataDeps extends CoreDeps {
  readonly bucket: Bucket;
  /** How long a turn may take before the next one goes on. */
  readonly turnMs: number;
}

/** More than this is not known of one recipient: then the contact is that of a store or a test. */
const MOST_TRACES = 2_000;

/** Items whose aggregates are read at the same time. */
const WIDTH = 10;

/** Parts are forgotten even if nothing ends the activity. */
const LIFE_SECONDS = 7 * 24 * 3600;

type Counts = Part['masked'];

/** Goes on with a part of an erasure or an export. Repeating it is harmless. */
export async function runPersonalDataPart(deps: PersonalDataDeps, event: EventRecord): Promise<void> {
  const { organizationId } = event;
  const due = personalDataDue.parse(event).data;
  const { activityId, phase, segment, turn } = due;
  const { table, clock } = deps;
  const activity = await beginActivity(deps, organizationId, activityId);
  // It was cancelled, or has ended: what was found out about the person is forgotten.
  if (!activity) return forgetParts(deps, organizationId, activityId);
  const key = { organizationId, activityId, phase, segment };
  const stored = await table.get(partEntity, key);
  // Another delivery of the same message was faster, and may have ended before it could do what follows.
  if (stored && stored.value.turns > turn)
    return stored.value.after === null ? afterPart(deps, activity, phase) : undefined;
  const part = stored?.value ?? newPart(key, clock.now());
  const isErasure = activity.value.action === PERSONAL_DATA_ACTIONS.erase;
  const { person } = requestSchema.parse(activity.value.request);
  const context = { deps, person, isErasure, parts: await partsOf(deps, organizationId, activityId) };
  const wrong = SEARCHES.has(phase) ? undefined : refuse(context.parts);
  if (wrong !== undefined) return fail(deps, activity, wrong);
  const done = await TURNS[phase](context, part);
  const next = { ...done, turns: turn + 1 };
  const isOver = next.after === null;
  const goesOn = isOver ? [] : [turnDue(organizationId, { ...due, turn: turn + 1 }, clock.now())];
  if (!(await table.write([save(partEntity, stored, next), ...goesOn])).ok) throw busyActivity(activityId);
  if (isOver) await afterPart(deps, activity, phase);
}

/** What a turn of each phase goes through. */
const TURNS: Readonly<Record<Phase, (context: Context, part: Part) => Promise<Part>>> = {
  find: turnOfItems,
  left: turnOfLeft,
  former: turnOfFormer,
  handle: turnOfItems,
  files: turnOfFiles,
};

interface Context {
  readonly deps: PersonalDataDeps;
  readonly person: Person;
  readonly isErasure: boolean;
  /** Those of the whole activity. */
  readonly parts: readonly Part[];
}

function newPart(
  key: Pick<Part, 'organizationId' | 'activityId' | 'phase' | 'segment'>,
  nowMs: number,
): Part {
  return {
    ...key,
    turns: 0,
    after: null,
    traces: NO_TRACES,
    open: [],
    own: [],
    about: [],
    masked: {},
    deleted: {},
    collected: {},
    files: 0,
    late: 0,
    expiresAt: Math.floor(nowMs / 1000) + LIFE_SECONDS,
  };
}

async function partsOf(
  { table }: Pick<CoreDeps, 'table'>,
  organizationId: string,
  activityId: string,
): Promise<readonly Part[]> {
  const aggregate = await table.readAggregate(activityPartition({ organizationId, id: activityId }));
  return aggregate.all(partEntity).map(({ value }) => value);
}

/** Why nothing is to be done with what was found. */
function refuse(parts: readonly Part[]): string | undefined {
  const own = [...new Set(parts.flatMap((part) => part.own))];
  if (own.length > 0)
    return `The contact is that of the organization itself: ${own.slice(0, 5).join(', ')}. Change it there first, or name the person by another contact.`;
  const traces = tracesOf(parts);
  const { ids } = traces;
  if (isTooMuch(traces))
    return `The contact is that of ${ids.length} orders and jobs, more than a recipient has. Name the person by another contact.`;
  return undefined;
}

function isTooMuch(traces: Traces): boolean {
  return Object.values(traces).reduce((sum, { length }) => sum + length, 0) > MOST_TRACES;
}

function tracesOf(parts: readonly Part[]): Traces {
  return joinTraces(parts.filter(({ phase }) => SEARCHES.has(phase)).map(({ traces }) => traces));
}

async function handlingOf(
  { deps, person, isErasure, parts }: Context,
  organizationId: string,
): Promise<Handling> {
  const traces = tracesOf(parts);
  // What is under way is shown in an export, and left by an erasure.
  const open = isErasure ? await findOpen(deps.table, organizationId, traces.ids) : [];
  return {
    isPerson: personMatcher(person),
    masking: maskingOf(person, traces),
    ids: linkedIds(traces.ids),
    open: linkedIds(open),
  };
}

/** Goes through items of a segment until the turn is over. */
async function turnOfItems(context: Context, given: Part): Promise<Part> {
  const { deps, person, isErasure } = context;
  const { organizationId, segment } = given;
  const { table, clock } = deps;
  const endMs = clock.now() + deps.turnMs;
  const isPerson = personMatcher(person);
  const handling = given.phase === 'handle' ? await handlingOf(context, organizationId) : undefined;
  let part: Part = handling ? { ...given, open: [...handling.open.ids] } : given;
  let after = part.after ?? undefined;
  do {
    const page = await scanOrganization(table.place, organizationId, {
      segment,
      segments: SEGMENTS,
      after,
    });
    if (!handling) part = findInItems(part, page.items, isPerson);
    else if (isErasure) part = await eraseItems(deps, part, page.items, handling);
    else part = await collectItems(deps, part, page.items, handling);
    // Then nothing is done with it: what is found must fit into an item.
    after = isTooMuch(part.traces) ? undefined : page.next;
  } while (after && clock.now() < endMs);
  return { ...part, after: after ?? null };
}

/** Stands in the place of what is not shown. */
const WITHHELD = 'It is about others as well.';

/** Writes the items about the person into a file of the export. */
async function collectItems(
  { table, bucket }: Pick<PersonalDataDeps, 'table' | 'bucket'>,
  part: Part,
  items: Parameters<typeof findInItems>[1],
  handling: Handling,
): Promise<Part> {
  const judge = judgeOf(table, part, handling);
  const shown = items.filter(({ type }) => !UNSHOWN_KINDS.has(type));
  const verdicts = await mapConcurrently(shown, WIDTH, judge);
  const theirs = shown.filter((_, index) => verdicts[index] !== undefined);
  if (theirs.length === 0) return part;
  const collected: Counts = { ...part.collected };
  for (const { type } of theirs) collected[type] = (collected[type] ?? 0) + 1;
  const records = theirs.map((item) => ({
    kind: item.type,
    of: partitionOf(item),
    // What an agent read about several orders would tell one recipient about the others.
    ...(isAboutOthers(item, handling) ? { data: {}, withheld: WITHHELD } : { data: item.data }),
  }));
  // The key of a manifest does not say whose it is.
  const files = theirs.flatMap(({ type, data: { file } }) =>
    type === documentEntity.name && typeof file === 'string' ? [file] : [],
  );
  const about = [...new Set([...part.about, ...files])];
  return { ...(await putRecords(bucket, part, records)), collected, about };
}

/** Writes records into the next file of a part. */
async function putRecords(bucket: Bucket, part: Part, records: readonly object[]): Promise<Part> {
  const content = Buffer.from(JSON.stringify(records));
  await bucket.put(part.organizationId, partKey(part, part.files), content, 'application/json', EXPORT_TAGS);
  return { ...part, files: part.files + 1 };
}

function partKey({ activityId, phase, segment }: Part, number: number): string {
  return `${EXPORTS}${activityId}/${phase}-${segment}-${number}.json`;
}

/** Key of an export, below the prefix of the organization. */
export function exportKey(activityId: string): string {
  return `${EXPORTS}${activityId}.json`;
}

/** Looks for the person in what has left the table until the turn is over. The place is the last key. */
async function turnOfLeft({ deps, person }: Context, given: Part): Promise<Part> {
  const { organizationId } = given;
  const { bucket, clock } = deps;
  const endMs = clock.now() + deps.turnMs;
  const isPerson = personMatcher(person);
  let part = given;
  let last = given.after ?? LEFT;
  for (;;) {
    const keys = await bucket.list(organizationId, last);
    if (keys.length === 0) return { ...part, after: null };
    for (const key of keys) {
      if (!isLeft(key) || isTooMuch(part.traces)) return { ...part, after: null };
      last = key;
      const content = await bucket.get(organizationId, key);
      const found = content ? tracesInLeft(content, isPerson) : NO_TRACES;
      part = { ...part, traces: joinTraces([part.traces, found]) };
      if (clock.now() >= endMs) return { ...part, after: key };
    }
  }
}

/** Reads what the orders and jobs of the person said before they were changed. The place is the last id. */
async function turnOfFormer({ deps, person, parts }: Context, given: Part): Promise<Part> {
  const { organizationId } = given;
  const { table, clock } = deps;
  const endMs = clock.now() + deps.turnMs;
  const traces = tracesOf(parts);
  // Then nothing is done with them.
  if (isTooMuch(traces)) return { ...given, after: null };
  const isPerson = personMatcher(person, traces);
  let part = given;
  for (const id of traces.ids.toSorted()) {
    if (given.after !== null && id <= given.after) continue;
    const found = await formerTraces(table, organizationId, id, isPerson);
    part = { ...part, traces: joinTraces([part.traces, found]) };
    if (clock.now() >= endMs) return { ...part, after: id };
  }
  return { ...part, after: null };
}

/** Goes through files of the bucket until the turn is over. The place is the last key. */
async function turnOfFiles(context: Context, given: Part): Promise<Part> {
  const { deps, isErasure, parts } = context;
  const { organizationId } = given;
  const { bucket, clock } = deps;
  const endMs = clock.now() + deps.turnMs;
  const { isPerson, masking, ids, open } = await handlingOf(context, organizationId);
  const closed = linkedIds([...ids.ids].filter((id) => !open.has(id)));
  const search = {
    isPerson,
    masking,
    ids: closed,
    keys: new Set(parts.filter(({ phase }) => phase === 'handle').flatMap(({ about }) => about)),
    isOfOthers: (key: string) => isPaperOfOthers(deps, organizationId, key, closed),
  };
  let part = given;
  let last = given.after ?? undefined;
  for (;;) {
    const keys = await bucket.list(organizationId, last);
    if (keys.length === 0) return { ...part, after: null };
    for (const key of keys) {
      last = key;
      if (!isWithoutPeople(key))
        part = isErasure
          ? await eraseIn(bucket, part, key, search)
          : await exportFrom(bucket, part, key, search);
      if (clock.now() >= endMs) return { ...part, after: key };
    }
  }
}

/** Whether a file is the paper of another order of the same job: that of the person's own order is no more, or names it. */
async function isPaperOfOthers(
  { table }: Pick<PersonalDataDeps, 'table'>,
  organizationId: string,
  key: string,
  ids: LinkedIds,
): Promise<boolean> {
  const id = key.split('/').at(-1) ?? '';
  const jobId = jobIdOfDocument(id);
  if (jobId === undefined) return false;
  const orderId = (await table.get(documentEntity, { organizationId, jobId, id }))?.value.orderId;
  return typeof orderId === 'string' && !ids.has(orderId);
}

/** Erases the person from a file. */
async function eraseIn(
  bucket: Bucket,
  part: Part,
  key: string,
  search: FileSearch & LeftSearch,
): Promise<Part> {
  const { organizationId, masked, deleted } = part;
  if (isLeft(key)) {
    const content = await bucket.get(organizationId, key);
    const left = content && maskedLeft(content, search);
    if (!left) return part;
    await bucket.put(organizationId, key, left.content, 'application/gzip', LEFT_TAGS);
    return { ...part, masked: { ...masked, left: (masked.left ?? 0) + left.records } };
  }
  const outcome = await eraseFile(bucket, organizationId, key, search);
  if (outcome === 'masked') return { ...part, masked: { ...masked, file: (masked.file ?? 0) + 1 } };
  if (outcome === 'deleted') return { ...part, deleted: { ...deleted, file: (deleted.file ?? 0) + 1 } };
  return part;
}

/** Adds to an export what a file says about the person: the records of the archive themselves, the names of others. */
async function exportFrom(
  bucket: Bucket,
  part: Part,
  key: string,
  search: FileSearch & LeftSearch,
): Promise<Part> {
  const { organizationId, collected } = part;
  if (isLeft(key)) {
    const content = await bucket.get(organizationId, key);
    const theirs = content ? recordsOfPerson(content, search) : [];
    if (theirs.length === 0) return part;
    const records = theirs.flatMap(({ id, items }) =>
      items.map(({ type, data }) => ({ kind: type, of: { organizationId, type: 'left', id }, data })),
    );
    const counts: Counts = { ...collected };
    for (const { kind } of records) counts[kind] = (counts[kind] ?? 0) + 1;
    return { ...(await putRecords(bucket, part, records)), collected: counts };
  }
  const isAbout = await isFileAbout(bucket, organizationId, key, search);
  return isAbout ? { ...part, about: [...part.about, key] } : part;
}

/** Starts the next phase, or ends the activity, once all parts of a phase are over. */
async function afterPart(deps: PersonalDataDeps, { value }: Stored<Activity>, phase: Phase): Promise<void> {
  const { organizationId, id: activityId } = value;
  const all = await partsOf(deps, organizationId, activityId);
  const own = all.filter((part) => part.phase === phase);
  const expected = segmentsOf(phase);
  if (own.length < expected || own.some(({ after }) => after !== null)) return;
  const next = PHASES[PHASES.indexOf(phase) + 1];
  if (next === undefined) return conclude(deps, organizationId, activityId, all);
  await tellProgress(deps, value, next);
  // Written by whichever part ends last; if two do, the second changes nothing.
  await deps.table.write(
    Array.from({ length: segmentsOf(next) }, (_, segment) =>
      turnDue(organizationId, { activityId, phase: next, segment, turn: 0 }, deps.clock.now()),
    ),
  );
}

/** Items are read in segments beside each other, files one after the other. */
function segmentsOf(phase: Phase): number {
  return phase === 'find' || phase === 'handle' ? SEGMENTS : 1;
}

/** Shows how far the activity is. Not worth a second try. */
async function tellProgress(
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
  { organizationId, id }: Activity,
  phase: Phase,
): Promise<void> {
  const stored = await table.get(activityEntity, { organizationId, id });
  if (!stored) return;
  const progress = { phase, step: PHASES.indexOf(phase) + 1, steps: PHASES.length };
  const planned = progressedActivity(stored, progress, clock.now());
  if (!isRefusal(planned)) await table.write(planned.operations);
}

/** Ends the activity with its report, and forgets who the person was. */
async function conclude(
  deps: PersonalDataDeps,
  organizationId: string,
  activityId: string,
  parts: readonly Part[],
): Promise<void> {
  const { table, clock } = deps;
  const stored = await table.get(activityEntity, { organizationId, id: activityId });
  if (stored?.value.status !== 'IN_PROGRESS') return;
  const isErasure = stored.value.action === PERSONAL_DATA_ACTIONS.erase;
  const { person } = requestSchema.parse(stored.value.request);
  const report = reportOf(parts, { startedAt: stored.value.startedAt ?? stored.value.createdAt, isErasure });
  if (isErasure && report.stillUnderWay.length === 0) {
    for (const phone of [...tracesOf(parts).phones, ...(person.phone === null ? [] : [person.phone])])
      await forgetReached(deps, phone, organizationId);
  }
  if (!isErasure) await joinFiles(deps, organizationId, activityId, parts, report);
  // The request says who the person is.
  const forgetting = isErasure ? { ...stored, value: { ...stored.value, request: {} } } : stored;
  const planned = finishedActivity(forgetting, { trigger: 'succeed', result: { ...report } }, clock.now());
  if (isRefusal(planned)) return;
  if (!(await table.write(planned.operations)).ok) throw busyActivity(activityId);
  // Not earlier, as a repetition needs them. If this does not get so far, the message that comes again forgets them.
  await forgetParts(deps, organizationId, activityId);
}

/** One file of all that was collected. */
async function joinFiles(
  { bucket, clock }: PersonalDataDeps,
  organizationId: string,
  activityId: string,
  parts: readonly Part[],
  report: ReturnType<typeof reportOf>,
): Promise<void> {
  const records: unknown[] = [];
  for (const key of parts.flatMap(filesOf)) {
    const content = await bucket.get(organizationId, key);
    if (content) records.push(...(JSON.parse(Buffer.from(content).toString('utf8')) as unknown[]));
  }
  const file = { exportedAt: toInstant(clock.now()), files: report.files, records };
  const content = Buffer.from(JSON.stringify(file, null, 1));
  await bucket.put(organizationId, exportKey(activityId), content, 'application/json', EXPORT_TAGS);
}

/** Keys of the files that a part wrote for an export. */
function filesOf(part: Part): readonly string[] {
  return Array.from({ length: part.files }, (_, number) => partKey(part, number));
}

async function forgetParts(
  { table, bucket }: Pick<PersonalDataDeps, 'table' | 'bucket'>,
  organizationId: string,
  activityId: string,
): Promise<void> {
  const aggregate = await table.readAggregate(activityPartition({ organizationId, id: activityId }));
  for (const part of aggregate.all(partEntity)) {
    for (const key of filesOf(part.value)) await bucket.remove(organizationId, key);
    await table.write([remove(partEntity, part)]);
  }
}

async function fail(deps: PersonalDataDeps, stored: Stored<Activity>, message: string): Promise<void> {
  const { organizationId, id } = stored.value;
  const forgetting = { ...stored, value: { ...stored.value, request: {} } };
  const planned = finishedActivity(
    forgetting,
    { trigger: 'fail', error: { code: 'CONFLICT', message } },
    deps.clock.now(),
  );
  if (!isRefusal(planned) && !(await deps.table.write(planned.operations)).ok) throw busyActivity(id);
  await forgetParts(deps, organizationId, id);
}
