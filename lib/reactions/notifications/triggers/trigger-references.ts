import { eventNames } from '../../../engines/workflows/index.ts';
import { findGroupsByAnyId } from '../../../fleet/fleet/index.ts';
import { missingStrategies } from '../../../fulfilment/strategies/index.ts';
import { zonesInTable } from '../../../places/zones/index.ts';
import { cutText } from '../../../platform/core/cut-text.ts';
import { refuseUnknownIds } from '../../../platform/core/reference-refusals.ts';
import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import type { Table } from '../../../platform/table/index.ts';
import { invalidNotificationTrigger } from '../refusals.ts';
import type { TriggerFields } from '../settings-context.ts';

/**
 * The trigger with the ids of the driver groups that it names by external identifiers, or why it is refused: what it is
 * limited to must exist (decision C68), and built-in events are none that it can emit or hear as custom ones. What
 * `before` named stays, even where it is gone by now. At most 5 calls.
 */
export async function resolveReferences(
  table: Table,
  organizationId: string,
  fields: TriggerFields,
  before: TriggerFields | undefined,
): Promise<TriggerFields | Refusal> {
  const builtIn = refuseBuiltInEvents(fields, before);
  if (builtIn) return builtIn;
  const strategies = added(fields.optionsGroupIds, before?.optionsGroupIds);
  const zones = added(fields.zoneIds, before?.zoneIds);
  const watched = added(watchedZones(fields), before && watchedZones(before));
  const contractIds = await resolveGroups(table, organizationId, fields.contractIds, before?.contractIds);
  if (isRefusal(contractIds)) return contractIds;
  const known = await zonesInTable(table).byIds(organizationId, [...zones, ...watched]);
  const missing = new Set([...zones, ...watched].filter((_, index) => !known[index]));
  const isMissing = (id: string) => missing.has(id);
  return (
    refuseUnknownIds('optionsGroupIds', await missingStrategies(table, organizationId, strategies)) ??
    refuseUnknownIds('zoneIds', zones.filter(isMissing)) ??
    refuseUnknownIds('parameters.zoneIds', watched.filter(isMissing)) ?? { ...fields, contractIds }
  );
}

/** The ids of driver groups that are named by an id or an external identifier, each once. */
async function resolveGroups(
  table: Table,
  organizationId: string,
  named: readonly string[],
  before: readonly string[] = [],
): Promise<string[] | Refusal> {
  const fresh = added(named, before);
  const found =
    fresh.length === 0 ? [] : await findGroupsByAnyId(table, { organizationId, driverGroupIds: null }, fresh);
  const unknown = fresh.filter((_, index) => !found[index]);
  const refusal = refuseUnknownIds('contractIds', unknown);
  if (refusal) return refusal;
  return [...new Set(named.map((name) => found[fresh.indexOf(name)]?.value.id ?? name))];
}

function refuseBuiltInEvents(fields: TriggerFields, before: TriggerFields | undefined): Refusal | undefined {
  const emitted = fields.customEventName === null ? [] : [fields.customEventName];
  const named = [
    ['customEventName', added(emitted, [before?.customEventName ?? ''])],
    ['parameters.eventNames', added(heardEventsOf(fields), before && heardEventsOf(before))],
  ] as const;
  for (const [field, names] of named) {
    const name = names.find((one) => eventNames.includes(one));
    if (name === undefined) continue;
    return invalidNotificationTrigger(
      `\`${field}\` is "${cutText(name, 60)}", which is a built-in event and never a custom one. Use another name.`,
      { field },
    );
  }
  return undefined;
}

function added(after: readonly string[], before: readonly string[] = []): readonly string[] {
  return [...new Set(after)].filter((id) => !before.includes(id));
}

function watchedZones({ type, parameters }: TriggerFields): readonly string[] {
  return type === 'zone_geolocation' ? textsOf(parameters.zoneIds) : [];
}

function heardEventsOf({ type, parameters }: TriggerFields): readonly string[] {
  return type === 'custom_event_listener' ? textsOf(parameters.eventNames) : [];
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
