import {
  findWindows,
  MAX_WINDOWS,
  saveWindows,
  type WindowDeps,
  type WindowEditor,
  type WindowInput,
} from '../../ordering/windows/index.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { instantOfLocal } from '../../platform/core/zoned-time.ts';
import {
  type FleetDeps,
  type FleetEditor,
  findShifts,
  MAX_SHIFTS,
  type ShiftInput,
  saveShifts,
} from '../fleet/index.ts';
import { type Instance, instanceId, planInstances } from './plan-instances.ts';
import type { Template } from './template.ts';

/** What creating windows and shifts needs. */
export type TemplateDeps = WindowDeps & FleetDeps;

/** On whose behalf they are created. */
export type TemplateEditor = WindowEditor & FleetEditor;

/**
 * Creates the missing windows or shifts of a template; existing ones take its current fields if it overrides
 * them. The id of each is derived from its day, so that a repetition creates no second one. Returns their
 * number. A dry run only refuses invalid ones.
 */
export async function makeInstances(
  deps: TemplateDeps,
  editor: TemplateEditor,
  template: Template,
  options: { readonly isDryRun?: boolean } = {},
): Promise<number | Refusal> {
  const instances = planInstances(template, deps.clock.now());
  const most = template.type === 'SHIFT' ? MAX_SHIFTS : MAX_WINDOWS;
  for (let start = 0; start < instances.length; start += most) {
    const portion = instances.slice(start, start + most);
    const refused = await makePortion(deps, editor, template, portion, options.isDryRun ?? false);
    if (refused) return refused;
    // A refusal of one applies to all.
    if (options.isDryRun) break;
  }
  return instances.length;
}

async function makePortion(
  deps: TemplateDeps,
  editor: TemplateEditor,
  template: Template,
  portion: readonly Instance[],
  isDryRun: boolean,
): Promise<Refusal | undefined> {
  const ids = portion.map(({ date }) => instanceId(template, date));
  const isShift = template.type === 'SHIFT';
  const found = isShift
    ? await findShifts(deps.table, editor, ids)
    : await findWindows(deps.table, editor, ids);
  const fresh = portion.filter((_, index) => !found[index]);
  const present = template.overrideExistingInstances ? portion.filter((_, index) => found[index]) : [];
  for (const [mode, some] of [
    ['create', fresh],
    ['update', present],
  ] as const) {
    if (some.length === 0) continue;
    const saved = isShift
      ? await saveShifts(
          deps,
          editor,
          some.map((one) => shiftOf(template, one, mode)),
          {
            newIds: some.map(({ date }) => instanceId(template, date)),
            isDryRun,
          },
        )
      : await saveWindows(
          deps,
          editor,
          some.map((one) => windowOf(template, one)),
          {
            mode,
            timeZone: template.timezoneId,
            isDryRun,
          },
        );
    if (isRefusal(saved)) return saved;
  }
  return undefined;
}

function windowOf(template: Template, { date, startLocal, endLocal }: Instance): WindowInput {
  const fields = template.payload as Partial<WindowInput>;
  return {
    name: template.name,
    ...fields,
    id: instanceId(template, date),
    timezoneId: template.timezoneId,
    startTimeLocal: startLocal,
    endTimeLocal: endLocal,
  };
}

function shiftOf(
  template: Template,
  { date, startLocal, endLocal }: Instance,
  mode: 'create' | 'update',
): ShiftInput {
  const { startTimeLocal: _, endTimeLocal: __, timezoneId: ___, ...fields } = template.payload;
  return {
    name: template.name,
    ...(fields as Partial<ShiftInput>),
    ...(mode === 'update' ? { id: instanceId(template, date) } : {}),
    plannedStart: instantOfLocal(startLocal, template.timezoneId),
    plannedEnd: instantOfLocal(endLocal, template.timezoneId),
  };
}
