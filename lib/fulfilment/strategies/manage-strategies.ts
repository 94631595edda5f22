import { zonesInTable } from '../../places/zones/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import { commit } from '../../platform/core/commit.ts';
import type { Referrer } from '../../platform/core/reference-refusals.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import {
  create,
  type Operation,
  remove,
  replace,
  type Stored,
  type Table,
} from '../../platform/table/index.ts';
import { planRelease } from '../../platform/uses/index.ts';
import type { ProviderDeps } from '../providers/index.ts';
import { checkSettings, NEW_GROUP, type SettingsInput } from './check-settings.ts';
import { invalidOptionsGroup, invalidOptionsGroupSetting, optionsGroupNotFound } from './refusals.ts';
import { DEFAULT_STRATEGY, type Strategy, type StrategySettings, strategyEntity } from './strategy.ts';

/** Maximum number of options groups of a list; no organization has more. */
const LIST_LIMIT = 1_000;

/** Creates an options group. */
export async function createStrategy(
  { table, clock, ids, providers }: CoreDeps & ProviderDeps,
  organizationId: string,
  input: SettingsInput & { readonly label: string },
  id: string = ids.next('opn'),
): Promise<Strategy | Refusal> {
  const usable = await providers.of(organizationId, 'now');
  const settings = checkSettings({ ...NEW_GROUP, label: input.label }, input, usable);
  if (isRefusal(settings)) return settings;
  const unknown =
    (await refuseUnknownZones(table, organizationId, input)) ??
    (await refuseEscalation(table, { organizationId, id }, input));
  if (unknown) return unknown;
  const at = toInstant(clock.now());
  const strategy = { ...settings, organizationId, id, createdAt: at, updatedAt: at };
  if ((await table.write([create(strategyEntity, strategy)])).ok) return strategy;
  // An earlier attempt of the same request, which has the same id, created it.
  return (await table.get(strategyEntity, strategy))?.value ?? strategy;
}

/** Changes the options group that has this id of the caller's; if there is none, creates it. */
export async function saveStrategy(
  deps: CoreDeps & ProviderDeps,
  organizationId: string,
  id: string,
  input: SettingsInput & { readonly label: string },
): Promise<Strategy | Refusal> {
  return (await deps.table.get(strategyEntity, { organizationId, id }))
    ? updateStrategy(deps, organizationId, id, input)
    : createStrategy(deps, organizationId, input, id);
}

/** The refusal of rules with unknown zones. */
async function refuseUnknownZones(
  table: Table,
  organizationId: string,
  { providerRules }: SettingsInput,
): Promise<Refusal | undefined> {
  const ids = [...new Set((providerRules ?? []).flatMap(({ zoneIds }) => zoneIds ?? []))];
  const zones = ids.length === 0 ? [] : await zonesInTable(table).byIds(organizationId, ids);
  const unknownIds = ids.filter((_, index) => !zones[index]);
  return unknownIds.length === 0
    ? undefined
    : invalidOptionsGroupSetting(
        `providerRules names unknown zones: ${unknownIds.slice(0, 5).join(', ')}. POST /v1/zones/query lists them.`,
        { field: 'providerRules', unknownIds },
      );
}

/** The refusal of an escalation to the strategy itself, or to one that does not exist. */
async function refuseEscalation(
  table: Table,
  { organizationId, id }: Pick<Strategy, 'organizationId' | 'id'>,
  { escalateToOptionsGroupId: target }: SettingsInput,
): Promise<Refusal | undefined> {
  if (target === null || target === undefined) return undefined;
  const refuse = (why: string) =>
    invalidOptionsGroupSetting(`escalateToOptionsGroupId is "${target}", ${why}`, {
      field: 'escalateToOptionsGroupId',
      value: target,
    });
  if (target === id) return refuse('which is this strategy. Send another one, or null.');
  return (await table.get(strategyEntity, { organizationId, id: target }))
    ? undefined
    : refuse('which is no dispatch strategy. GET /v1/options_group lists them; null is for none.');
}

/** The options groups that escalate to this one. 1 call. */
export async function findEscalatingTo(
  table: Table,
  organizationId: string,
  id: string,
): Promise<readonly Referrer[]> {
  return (await listStrategies(table, organizationId))
    .filter((other) => other.escalateToOptionsGroupId === id && other.id !== id)
    .map((other) => ({ type: 'dispatch_strategy', id: other.id }));
}

/** The organization's options groups, newest first. */
export async function listStrategies(table: Table, organizationId: string): Promise<readonly Strategy[]> {
  const rows = await table.list(strategyEntity, {
    organizationId,
    shards: 1,
    direction: 'DESC',
    limit: LIST_LIMIT,
  });
  return rows.map(({ row }) => strategyEntity.definition.schema.parse({ ...row, organizationId }));
}

/** The options groups whose rules name a zone. 1 call. */
export async function findStrategiesOfZone(
  table: Table,
  organizationId: string,
  zoneId: string,
): Promise<readonly Referrer[]> {
  return (await listStrategies(table, organizationId))
    .filter(({ providerRules }) => providerRules.some(({ zoneIds }) => zoneIds?.includes(zoneId)))
    .map(({ id }) => ({ type: 'dispatch_strategy', id }));
}

/** The ids among these that belong to no options group. 1 call per 100. */
export async function missingStrategies(
  table: Table,
  organizationId: string,
  ids: readonly string[],
): Promise<readonly string[]> {
  const found = await table.getMany(
    strategyEntity,
    ids.map((id) => ({ organizationId, id })),
  );
  return ids.filter((_, index) => !found[index]);
}

/** Changes the settings that are sent; active jobs keep theirs. */
export async function updateStrategy(
  deps: CoreDeps & ProviderDeps,
  organizationId: string,
  id: string,
  input: SettingsInput,
): Promise<Strategy | Refusal> {
  const usable = await deps.providers.of(organizationId, 'now');
  const unknown = await refuseUnknownZones(deps.table, organizationId, input);
  if (unknown) return unknown;
  return change(deps, organizationId, id, async (stored) => {
    // What a read returned may be sent again, even when the other strategy is gone.
    const isKept = input.escalateToOptionsGroupId === stored.value.escalateToOptionsGroupId;
    const refused = isKept ? undefined : await refuseEscalation(deps.table, stored.value, input);
    if (refused) return refused;
    const settings = checkSettings(stored.value, input, usable);
    if (isRefusal(settings)) return settings;
    const next = { ...stored.value, ...settings, updatedAt: toInstant(deps.clock.now()) };
    return { operations: [replace(strategyEntity, stored, next)], next };
  });
}

/** Deletes an options group that no workflow uses and returns it as it was. Orders that name it need another one. */
export async function deleteStrategy(
  deps: CoreDeps,
  organizationId: string,
  id: string,
): Promise<Strategy | Refusal> {
  return change(deps, organizationId, id, async (stored) => {
    const used = { kind: 'dispatch_strategy', id, noun: 'dispatch strategy' } as const;
    const release = await planRelease(deps.table, organizationId, used);
    if (isRefusal(release)) return release;
    return { operations: [remove(strategyEntity, stored), release], next: stored.value };
  });
}

/** The strategy that an order or job names, or the organization's default. At most 1 call. */
export async function strategyOf(
  table: Table,
  organizationId: string,
  id: string | null | undefined,
): Promise<StrategySettings | Refusal> {
  if (id === null || id === undefined) return DEFAULT_STRATEGY;
  const stored = await table.get(strategyEntity, { organizationId, id });
  if (stored) return stored.value;
  return invalidOptionsGroup(
    `There is no dispatch strategy "${id}". GET /v1/options_group lists them. Leave it out to use the default.`,
    { optionsGroupId: id },
  );
}

async function change(
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
  organizationId: string,
  id: string,
  compute: (
    stored: Stored<Strategy>,
  ) => Promise<{ readonly operations: readonly Operation[]; readonly next: Strategy } | Refusal>,
): Promise<Strategy | Refusal> {
  return commit({ clock }, { what: 'options group', id }, async () => {
    const stored = await table.get(strategyEntity, { organizationId, id });
    if (!stored) return optionsGroupNotFound(`There is no options group "${id}".`, { id });
    const computed = await compute(stored);
    if (isRefusal(computed)) return computed;
    if ((await table.write(computed.operations)).ok) return computed.next;
  });
}
