import { auditedChange } from '../../platform/audit/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import { commit } from '../../platform/core/commit.ts';
import { refuseOtherVersion } from '../../platform/core/expected-version.ts';
import type { Origin } from '../../platform/core/origin.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { sameValue } from '../../platform/core/same-value.ts';
import { type Operation, type Stored, save } from '../../platform/table/index.ts';
import { armTimer, disarmTimer, readTimer } from '../../platform/timers/index.ts';
import { findWindows, mayChangeWindow } from './find-windows.ts';
import { invalidWindow, windowNotFound } from './refusals.ts';
import { refuseInUse } from './refuse-in-use.ts';
import { shapeWindow, type WindowInput, type WindowPlaceIds } from './shape-window.ts';
import { type DeliveryWindow, windowEntity, windowPartition } from './window.ts';
import type { WindowCaller, WindowDeps } from './window-deps.ts';
import { horizonTimer, windowCreated, windowUpdated } from './window-events.ts';

/** Maximum number of windows of a request. */
export const MAX_WINDOWS = 200;

/** Windows written in one transaction: at most 6 members each. */
const AT_ONCE = 15;

/** How long before the end of the computed days further ones are computed. Days. */
const HORIZON_REST_DAYS = 200;

/** Who changes windows. */
export interface WindowEditor extends WindowCaller {
  readonly origin: Origin;
}

/** How windows are saved. */
export interface SaveOptions {
  /** `create` creates every one; `update` changes those that have an id and creates the others. */
  readonly mode: 'create' | 'update';
  /** Only refuses invalid windows: nothing is written. */
  readonly isDryRun?: boolean;
  /** Time zone of a new window that names neither a time zone nor a store. */
  readonly timeZone: string;
}

/**
 * Creates or changes windows. An invalid or unknown one refuses all of them before anything is written. Then
 * they are written 15 at a time, so that a request that ended in between can be sent again.
 */
export async function saveWindows(
  deps: WindowDeps,
  editor: WindowEditor,
  inputs: readonly WindowInput[],
  options: SaveOptions,
): Promise<readonly Stored<DeliveryWindow>[] | Refusal> {
  const newIds = inputs.map(({ id }) => id ?? deps.ids.next('dw'));
  const checked = await planWindows(deps, editor, inputs, newIds, options, 0);
  if (isRefusal(checked)) return checked;
  if (options.isDryRun) return checked.map(({ next }) => next);
  const saved: Stored<DeliveryWindow>[] = [];
  for (let start = 0; start < inputs.length; start += AT_ONCE) {
    const batch = inputs.slice(start, start + AT_ONCE);
    const ids = newIds.slice(start, start + AT_ONCE);
    const written = await commit(
      deps,
      { what: 'delivery window', id: batch.flatMap(({ id }) => id ?? []) },
      async () => {
        const plans = await planWindows(deps, editor, batch, ids, options, start);
        if (isRefusal(plans)) return plans;
        const outcome = await deps.table.write(plans.flatMap(({ operations }) => operations));
        return outcome.ok ? plans.map(({ next }) => next) : undefined;
      },
    );
    if (isRefusal(written)) return written;
    saved.push(...written);
  }
  return saved;
}

interface WindowPlan {
  readonly next: Stored<DeliveryWindow>;
  readonly operations: readonly Operation[];
}

async function planWindows(
  deps: WindowDeps,
  editor: WindowEditor,
  inputs: readonly WindowInput[],
  ids: readonly string[],
  { mode, timeZone }: SaveOptions,
  offset: number,
): Promise<readonly WindowPlan[] | Refusal> {
  const { table, clock } = deps;
  const found = [...(await findWindows(table, editor, ids))];
  const unknownIds = inputs.flatMap(({ id }, index) =>
    id !== undefined && mode !== 'create' && !found[index] ? [id] : [],
  );
  if (unknownIds.length > 0) return unknownWindows(unknownIds, inputs.length);
  const places = await resolvePlaces(deps, editor, inputs);
  if (isRefusal(places)) return places;
  const plans: WindowPlan[] = [];
  for (const [index, input] of inputs.entries()) {
    const stored = found[index];
    // An earlier attempt of the same request created it.
    if (stored && (mode === 'create' || input.id === undefined)) {
      plans.push({ next: stored, operations: [] });
      continue;
    }
    const prefix = inputs.length + offset > 1 ? `deliveryWindows[${index + offset}].` : '';
    const at = toInstant(Math.max(clock.now(), stored ? Date.parse(stored.value.updatedAt) : 0));
    const key = { organizationId: editor.organizationId, id: ids[index] ?? '' };
    const { placeTimeZone, ...place } = places[index] ?? {};
    const shaping = { prefix, timeZone: placeTimeZone ?? timeZone };
    const next = shapeWindow(stored?.value, input, place, key, at, shaping);
    if (isRefusal(next)) return next;
    if (!mayChangeWindow(editor, next) || (stored && !mayChangeWindow(editor, stored.value))) {
      return invalidWindow(
        `${prefix}storeLocationId: This caller is limited to store locations. Name one of them.`,
        { fields: { [`${prefix}storeLocationId`]: 'Name a store location within the caller’s limits.' } },
      );
    }
    if (plans.some((plan) => plan.next.value.id === key.id)) {
      const message = `There are several rows for the delivery window ${key.id}. Send each window once.`;
      return invalidWindow(`${prefix}id: ${message}`, { fields: { [`${prefix}id`]: message } });
    }
    if (stored) {
      const refused =
        refuseOtherVersion(input.version, stored) ??
        (next.isDeleted && !stored.value.isDeleted ? await refuseInUse(table, stored.value) : undefined);
      if (refused) return refused;
      if (changedNames(stored.value, next).length === 0) {
        plans.push({ next: stored, operations: [] });
        continue;
      }
    }
    plans.push({
      next: { value: next, version: (stored?.version ?? 0) + 1 },
      operations: await windowWrites(deps, editor.origin, stored, next),
    });
  }
  return plans;
}

/** The writes of one window: itself, its event, its audit entry, and the timer that extends its recurrence. */
export async function windowWrites(
  { table }: Pick<WindowDeps, 'table'>,
  origin: Origin,
  stored: Stored<DeliveryWindow> | undefined,
  next: DeliveryWindow,
  action: string = stored ? 'updated' : 'created',
): Promise<readonly Operation[]> {
  const { organizationId, id, updatedAt: at } = next;
  const version = (stored?.version ?? 0) + 1;
  const before = stored?.value;
  return [
    save(windowEntity, stored, next),
    (stored ? windowUpdated : windowCreated).record({
      aggregate: windowPartition(next),
      cause: `v${version}`,
      occurredAt: at,
      data: { windowId: id, version, changedFields: [...changedNames(before, next)] },
    }),
    auditedChange(origin, {
      entityType: 'delivery-window',
      entityId: id,
      action,
      at,
      before: before ? audited(before) : null,
      after: audited(next),
    }),
    ...(await horizonWrites({ table }, organizationId, before, next)),
  ];
}

async function horizonWrites(
  { table }: Pick<WindowDeps, 'table'>,
  organizationId: string,
  before: DeliveryWindow | undefined,
  next: DeliveryWindow,
): Promise<readonly Operation[]> {
  const daysUntil = next.isDeleted ? null : next.daysUntil;
  if (daysUntil === (before?.isDeleted ? null : (before?.daysUntil ?? null))) return [];
  const stored = await readTimer(table, { organizationId, kind: horizonTimer, subject: next.id });
  if (daysUntil === null) return disarmTimer(stored);
  return armTimer({
    organizationId,
    kind: horizonTimer,
    subject: next.id,
    dueAt: toInstant(Date.parse(`${daysUntil}T00:00:00Z`) - HORIZON_REST_DAYS * 86_400_000),
    data: { windowId: next.id },
    occurredAt: next.updatedAt,
    stored,
  });
}

function audited({ days: _, daysUntil: __, startTime: ___, ...window }: DeliveryWindow) {
  return window;
}

/** Fields that are derived from others, or from the time of the change. */
const DERIVED = new Set<string>(['updatedAt', 'createdAt', 'days', 'daysUntil']);

function changedNames(before: DeliveryWindow | undefined, after: DeliveryWindow): readonly string[] {
  const names = Object.keys(after) as (keyof DeliveryWindow)[];
  return names.filter((name) => !DERIVED.has(name) && !sameValue(before?.[name], after[name]));
}

export function unknownWindows(unknownIds: readonly string[], asked: number): Refusal {
  const message = `Unknown delivery windows: ${unknownIds.join(', ')}. Nothing was changed.`;
  return asked === 1
    ? windowNotFound(message, { id: unknownIds[0] })
    : invalidWindow(message, { unknownIds, fields: { ids: message } });
}

/** The places in an input, and the time zone of its store. */
type NamedPlaces = WindowPlaceIds & { readonly placeTimeZone?: string };

/** Ids of the store locations and zones that the windows name; a refusal that names every unknown one. */
async function resolvePlaces(
  { places }: WindowDeps,
  { organizationId, storeLocationIds }: WindowEditor,
  inputs: readonly WindowInput[],
): Promise<readonly NamedPlaces[] | Refusal> {
  const unknownIds = new Set<string>();
  const resolved: NamedPlaces[] = [];
  for (const { storeLocationId, zoneId, zoneExternalId } of inputs) {
    let ids: NamedPlaces = {};
    if (storeLocationId === null) ids = { storeLocationId: null, storeLocationExternalId: null };
    if (typeof storeLocationId === 'string') {
      const store = await places.storeId(organizationId, { id: storeLocationId });
      const isVisible = store && (storeLocationIds === null || storeLocationIds.includes(store.id));
      if (isVisible) {
        ids = {
          storeLocationId: store.id,
          storeLocationExternalId: store.externalId,
          placeTimeZone: store.timeZone,
        };
      } else unknownIds.add(storeLocationId);
    }
    if (typeof zoneId === 'string' || typeof zoneExternalId === 'string') {
      const wanted = { id: zoneId ?? undefined, externalId: zoneExternalId ?? undefined };
      const zone = await places.zoneId(organizationId, wanted);
      if (zone) ids = { ...ids, zoneId: zone.id, zoneExternalId: zone.externalId };
      else unknownIds.add(zoneId ?? zoneExternalId ?? '');
    } else if (zoneId === null || zoneExternalId === null) {
      ids = { ...ids, zoneId: null, zoneExternalId: null };
    }
    resolved.push(ids);
  }
  if (unknownIds.size === 0) return resolved;
  const message = `Unknown store locations or zones: ${[...unknownIds].join(', ')}. Nothing was changed.`;
  return invalidWindow(message, { unknownIds: [...unknownIds], fields: { deliveryWindows: message } });
}
