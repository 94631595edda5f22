import { toInstant } from '../core/clock.ts';
import { isRefusal, type Refusal } from '../core/refusal.ts';
import type { ProviderDeps } from '../providers/index.ts';
import type { CoreDeps } from '../runtime/index.ts';
import { create, type Operation, remove, replace, type Stored, type Table } from '../table/index.ts';
import { planRelease } from '../uses/index.ts';
import { checkSettings, NEW_GROUP, type SettingsInput } from './check-settings.ts';
import { invalidOptionsGroup, optionsGroupContention, optionsGroupNotFound } from './refusals.ts';
import { DEFAULT_STRATEGY, type Strategy, type StrategySettings, strategyEntity } from './strategy.ts';

/** More options groups than anybody has; a list shows at most so many. */
const LIST_LIMIT = 1_000;

/** Makes an options group. */
export async function createStrategy(
  organizationId: string,
  input: SettingsInput & { readonly label: string },
  { table, clock, ids, providers }: CoreDeps & ProviderDeps,
): Promise<Strategy | Refusal> {
  const usable = await providers.of(organizationId);
  const settings = checkSettings({ ...NEW_GROUP, label: input.label }, input, usable);
  if (isRefusal(settings)) return settings;
  const at = toInstant(clock.now());
  const strategy = { ...settings, organizationId, id: ids.next('opn'), createdAt: at, updatedAt: at };
  if ((await table.write([create(strategyEntity, strategy)])).ok) return strategy;
  // An earlier attempt of the same request, whose id is the same, made it.
  return (await table.get(strategyEntity, strategy))?.value ?? strategy;
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

/** Changes the settings that are sent; running jobs keep those they were made with. */
export async function updateStrategy(
  organizationId: string,
  id: string,
  input: SettingsInput,
  deps: CoreDeps & ProviderDeps,
): Promise<Strategy | Refusal> {
  const usable = await deps.providers.of(organizationId);
  return change(organizationId, id, deps, async (stored) => {
    const settings = checkSettings(stored.value, input, usable);
    if (isRefusal(settings)) return settings;
    const next = { ...stored.value, ...settings, updatedAt: toInstant(deps.clock.now()) };
    return { operations: [replace(strategyEntity, stored, next)], next };
  });
}

/**
 * Deletes an options group that no workflow uses and returns it as it was. Orders that name it have to name another
 * one.
 */
export async function deleteStrategy(
  organizationId: string,
  id: string,
  deps: CoreDeps,
): Promise<Strategy | Refusal> {
  return change(organizationId, id, deps, async (stored) => {
    const used = { kind: 'dispatch_strategy', id, noun: 'dispatch strategy' } as const;
    const release = await planRelease(deps.table, organizationId, used);
    if (isRefusal(release)) return release;
    return { operations: [remove(strategyEntity, stored), release], next: stored.value };
  });
}

/** The strategy that an order or job names, the organization's default when it names none. At most 1 call. */
export async function strategyOf(
  table: Table,
  organizationId: string,
  id: string | null | undefined,
): Promise<StrategySettings | Refusal> {
  if (id === null || id === undefined) return DEFAULT_STRATEGY;
  const stored = await table.get(strategyEntity, { organizationId, id });
  if (stored) return stored.value;
  return invalidOptionsGroup(
    `There is no dispatch strategy "${id}". GET /v1/options_group lists those there are; or send none for the default.`,
    { optionsGroupId: id },
  );
}

async function change(
  organizationId: string,
  id: string,
  { table }: Pick<CoreDeps, 'table'>,
  compute: (
    stored: Stored<Strategy>,
  ) => Promise<{ readonly operations: readonly Operation[]; readonly next: Strategy } | Refusal>,
): Promise<Strategy | Refusal> {
  for (let tries = 0; tries < 2; tries += 1) {
    const stored = await table.get(strategyEntity, { organizationId, id });
    if (!stored) return optionsGroupNotFound(`There is no options group "${id}".`, { id });
    const computed = await compute(stored);
    if (isRefusal(computed)) return computed;
    if ((await table.write(computed.operations)).ok) return computed.next;
  }
  return optionsGroupContention(`The options group "${id}" is being changed by someone else. Try again.`, {
    id,
  });
}
