import { toInstant } from '../../platform/core/clock.ts';
import { commit } from '../../platform/core/commit.ts';
import { refuseOtherVersion } from '../../platform/core/expected-version.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { isTimeZone } from '../../platform/core/zoned-time.ts';
import { create, type Stored, save } from '../../platform/table/index.ts';
import { armTimer, readTimer } from '../../platform/timers/index.ts';
import { makeInstances, type TemplateDeps, type TemplateEditor } from './make-instances.ts';
import { mayChangeTemplate } from './may-change-template.ts';
import { invalidTemplate } from './refusals.ts';
import { lengthOf, type Template, templateEntity, templateExternalIdEntity } from './template.ts';
import { templateTimer } from './template-timer.ts';

/** A template as a caller sends it: fields that are left out stay, or get the default. */
export interface TemplateInput
  extends Partial<Omit<Template, 'organizationId' | 'id' | 'type' | 'createdAt' | 'updatedAt'>> {
  readonly type: Template['type'];
  /** Version that the template is expected to have; absent = any. */
  readonly version?: number | undefined;
}

/** A saved template, and the number of its future windows or shifts. */
export interface SavedTemplate {
  readonly stored: Stored<Template>;
  readonly instances: number;
}

const DAILY = { value: 1, unit: 'DAYS' } as const;
const A_MONTH = { value: 4, unit: 'WEEKS' } as const;

/** Longest stretch ahead. */
const MAX_AHEAD_MS = 366 * 86_400_000;

/**
 * Creates templates, or changes those with the same external ids, and creates their windows and shifts. An
 * invalid one refuses all of them before anything is written.
 */
export async function upsertTemplates(
  deps: TemplateDeps,
  editor: TemplateEditor,
  inputs: readonly TemplateInput[],
  timeZone: string,
): Promise<readonly SavedTemplate[] | Refusal> {
  const newIds = inputs.map(() => deps.ids.next('tpl'));
  for (const [index, input] of inputs.entries()) {
    const next = await nextTemplate(deps, editor, input, newIds[index] ?? '', timeZone, index);
    if (isRefusal(next)) return next;
    const refused = await makeInstances(deps, editor, next.value, { isDryRun: true });
    if (isRefusal(refused)) return refused;
  }
  const saved: SavedTemplate[] = [];
  for (const [index, input] of inputs.entries()) {
    const stored = await commit(deps, { what: 'template', id: input.externalId ?? undefined }, () =>
      saveTemplate(deps, editor, input, newIds[index] ?? '', timeZone, index),
    );
    if (isRefusal(stored)) return stored;
    const instances = await makeInstances(deps, editor, stored.value);
    if (isRefusal(instances)) return instances;
    saved.push({ stored, instances });
  }
  return saved;
}

async function saveTemplate(
  deps: TemplateDeps,
  editor: TemplateEditor,
  input: TemplateInput,
  newId: string,
  timeZone: string,
  index: number,
): Promise<Stored<Template> | Refusal | undefined> {
  const next = await nextTemplate(deps, editor, input, newId, timeZone, index);
  if (isRefusal(next)) return next;
  const { value, before, isClaimed } = next;
  const { organizationId, id, externalId } = value;
  const timer = { organizationId, kind: templateTimer, subject: id };
  const outcome = await deps.table.write([
    save(templateEntity, before, value),
    ...(externalId === null || isClaimed
      ? []
      : [create(templateExternalIdEntity, { organizationId, externalId, templateId: id })]),
    ...armTimer({
      ...timer,
      dueAt: toInstant(deps.clock.now() + lengthOf(value.generationFrequency)),
      data: { templateId: id },
      occurredAt: value.updatedAt,
      stored: await readTimer(deps.table, timer),
    }),
  ]);
  return outcome.ok ? { value, version: (before?.version ?? 0) + 1 } : undefined;
}

async function nextTemplate(
  deps: TemplateDeps,
  editor: TemplateEditor,
  input: TemplateInput,
  newId: string,
  timeZone: string,
  index: number,
): Promise<
  | { readonly value: Template; readonly before: Stored<Template> | undefined; readonly isClaimed: boolean }
  | Refusal
> {
  const { table, clock } = deps;
  const { organizationId } = editor;
  const { externalId } = input;
  const claim = externalId
    ? await table.get(templateExternalIdEntity, { organizationId, externalId })
    : undefined;
  const id = claim?.value.templateId ?? newId;
  const before = await table.get(templateEntity, { organizationId, id });
  const old = before?.value;
  if (old && !(await mayChangeTemplate(deps, editor, old))) {
    const message = `The template "${externalId}" is outside this caller's limits. Send another externalId.`;
    return invalidTemplate(message, { fields: { [`templates[${index}].externalId`]: message } });
  }
  const stale = refuseOtherVersion(input.version, before ?? { version: 0 });
  if (stale) return stale;
  const now = toInstant(Math.max(clock.now(), old ? Date.parse(old.updatedAt) : 0));
  const value: Template = {
    organizationId,
    id,
    type: input.type,
    externalId: externalId ?? old?.externalId ?? null,
    name: input.name ?? old?.name ?? (input.type === 'SHIFT' ? 'Shift' : 'Delivery window'),
    payload: input.payload ?? old?.payload ?? {},
    timezoneId: input.timezoneId ?? old?.timezoneId ?? timeZone,
    startDatetime: input.startDatetime ?? old?.startDatetime ?? now,
    endDatetime: input.endDatetime === undefined ? (old?.endDatetime ?? null) : input.endDatetime,
    daysOfWeek: input.daysOfWeek ?? old?.daysOfWeek ?? [],
    generationFrequency: input.generationFrequency ?? old?.generationFrequency ?? DAILY,
    createInstancesUpTo: input.createInstancesUpTo ?? old?.createInstancesUpTo ?? A_MONTH,
    overrideExistingInstances: input.overrideExistingInstances ?? old?.overrideExistingInstances ?? false,
    createdAt: old?.createdAt ?? now,
    updatedAt: now,
  };
  return refuse(value, old, `templates[${index}].`) ?? { value, before, isClaimed: claim !== undefined };
}

function refuse(template: Template, before: Template | undefined, prefix: string): Refusal | undefined {
  const wrong = (field: string, message: string) =>
    invalidTemplate(`${prefix}${field}: ${message}`, { fields: { [`${prefix}${field}`]: message } });
  const { timezoneId, startDatetime, endDatetime, payload, createInstancesUpTo, type } = template;
  if (before && before.type !== type) {
    return wrong(
      'type',
      `The template ${before.externalId} creates ${before.type}. Send another externalId.`,
    );
  }
  if (!isTimeZone(timezoneId)) {
    return wrong('timezoneId', `"${timezoneId}" is not a time zone. Use an IANA name such as Europe/Berlin.`);
  }
  const isByClock = payload.startTimeLocal !== undefined && payload.endTimeLocal !== undefined;
  if (!isByClock && endDatetime === null) {
    return wrong(
      'endDatetime',
      'It is missing. Send the end of the first instance, or local times in the payload.',
    );
  }
  if (endDatetime !== null && endDatetime <= startDatetime) {
    return wrong(
      'endDatetime',
      `endDatetime is ${endDatetime}, which is not after startDatetime ${startDatetime}. Send a later end.`,
    );
  }
  if (lengthOf(createInstancesUpTo) > MAX_AHEAD_MS) {
    return wrong('createInstancesUpToValue', 'Instances are created at most a year ahead. Send less.');
  }
  return undefined;
}
