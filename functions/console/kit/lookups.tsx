import { useEffect, useState } from 'preact/hooks';
import { m } from '../messages.ts';
import { ApiError, get, type Query } from './api.ts';
import { party, wordFor } from './format.ts';
import { can } from './me.ts';
import type { OrderRow } from './types.ts';

/** Something to choose from. */
export type Option = readonly [value: string, label: string];

/** Maximum number of pages of a list that are read. */
const MAX_PAGES = 20;

/**
 * Reads a list page by page until a page is not full. The first parameter of `query` is the size of a page; `place` says where
 * the next one starts.
 */
async function everyPage<Reply, Row>(
  path: string,
  query: Query,
  rowsOf: (reply: Reply) => readonly Row[],
  place: (before: readonly Row[]) => Query,
): Promise<readonly Row[]> {
  const full = Number(Object.values(query)[0] ?? 0);
  const all: Row[] = [];
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const rows = rowsOf(await get<Reply>(path, { ...query, ...place(all) }));
    all.push(...rows);
    if (rows.length < full) break;
  }
  return all;
}

const byOffset = (before: readonly unknown[]) => ({ offset: before.length });
const byLast = (before: readonly { readonly id: string }[]) => ({ after: before.at(-1)?.id });
const itself = <Rows,>(rows: Rows) => rows;

interface LookupItem {
  readonly id: string;
  readonly name: string;
}

/** Drivers, and users, as lists have them. */
interface Driver {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phoneNumber: string | null;
}
interface User {
  readonly id: string;
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly phoneNumber: string | null;
}

const everyDriver = () => everyPage('/v1/couriers', { limit: 1_000 }, itself<readonly Driver[]>, byLast);
const everyUser = async () =>
  (await get<{ users: readonly User[] }>('/v1/organization-management/users')).users;

const everyCustomEvent = async () =>
  (
    await get<{ customEventDefinitions: readonly (LookupItem & { readonly key: string })[] }>(
      '/v1/custom-event-definitions',
    )
  ).customEventDefinitions;

/** What is known of a person, in one line. */
const inOneLine = (...parts: readonly (string | null)[]) => parts.filter(Boolean).join(' · ');

/** Lists that forms and filters offer as choices, each read at most once a minute. */
const LOOKUPS = {
  stores: {
    permission: 'READ_STORE_LOCATION',
    read: async () =>
      (
        await everyPage(
          '/v1/store_locations',
          { size: 100 },
          (reply: { storeLocations: readonly LookupItem[] }) => reply.storeLocations,
          byOffset,
        )
      ).map(({ id, name }) => [id, name] as const),
  },
  strategies: {
    permission: 'READ_DISPATCH_STRATEGY',
    read: async () =>
      (await get<readonly { id: string; label: string }[]>('/v1/options_group')).map(
        ({ id, label }) => [id, label] as const,
      ),
  },
  providers: {
    permission: 'READ_DISPATCH_STRATEGY',
    read: async () =>
      (await get<readonly { providerId: string; name: string }[]>('/v1/providers')).map(
        ({ providerId, name }) => [providerId, name] as const,
      ),
  },
  /** Also those that are switched off or deleted: past deliveries and their numbers name them. */
  everyProvider: {
    permission: 'READ_DISPATCH_STRATEGY',
    read: async () =>
      (
        await get<readonly { providerId: string; name: string; isFormer: boolean }[]>('/v1/providers', {
          includeUnavailable: true,
          includeFormer: true,
        })
      ).map(
        ({ providerId, name, isFormer }) => [providerId, isFormer ? m.shared.former(name) : name] as const,
      ),
  },
  drivers: {
    permission: 'READ_FLEET',
    read: async () =>
      (await everyDriver()).map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`] as const),
  },
  driverContacts: {
    permission: 'READ_FLEET',
    read: async () =>
      (await everyDriver()).map(
        ({ id, firstName, lastName, phoneNumber }) =>
          [id, inOneLine(`${firstName} ${lastName}`, phoneNumber)] as const,
      ),
  },
  vehicles: {
    permission: 'READ_FLEET',
    read: async () =>
      (await everyPage('/v1/vehicles', { limit: 1_000 }, itself<readonly LookupItem[]>, byLast)).map(
        ({ id, name }) => [id, name] as const,
      ),
  },
  driverGroups: {
    permission: 'READ_FLEET',
    read: async () =>
      (
        await everyPage(
          '/v1/fleet/driver-groups',
          { limit: 500 },
          (reply: { driverGroups: readonly { firstVersionContractId: string; name: string }[] }) =>
            reply.driverGroups,
          byOffset,
        )
      ).map(({ firstVersionContractId, name }) => [firstVersionContractId, name] as const),
  },
  zones: {
    permission: 'READ_ZONE',
    read: async () =>
      (
        await everyPage(
          '/v1/zones',
          { size: 100 },
          (reply: { zones: readonly { id: string; name: string | null }[] }) => reply.zones,
          byOffset,
        )
      ).map(({ id, name }) => [id, name ?? id] as const),
  },
  workflows: {
    permission: 'READ_WORKFLOW',
    read: async () =>
      (
        await everyPage(
          '/v1/workflows',
          { limit: 100 },
          (reply: { workflows: readonly LookupItem[] }) => reply.workflows,
          byOffset,
        )
      ).map(({ id, name }) => [id, name] as const),
  },
  /** Orders that a route may take, as people call them. */
  plannableOrders: {
    permission: 'READ_ORDER',
    read: async () =>
      (
        await everyPage(
          '/v1/orders',
          { limit: 100, hasRoute: 'no_route', status: 'valid,confirmed' },
          (reply: { results: readonly OrderRow[] }) => reply.results,
          byOffset,
        )
      ).map(
        ({ id, externalId, dropoff }) =>
          [id, inOneLine(externalId ?? id, party(dropoff), dropoff.address)] as const,
      ),
  },
  planningStrategies: {
    permission: 'READ_OPTIMIZATION',
    read: async () =>
      (
        await get<{ optimizationStrategies: readonly { id: string; label: string }[] }>(
          '/v1/optimization-strategies',
        )
      ).optimizationStrategies.map(({ id, label }) => [id, label] as const),
  },
  products: {
    permission: 'READ_CATALOG',
    read: async () =>
      (
        await everyPage(
          '/v1/products',
          { numResultsPerPage: 100 },
          (reply: { products: readonly LookupItem[] }) => reply.products,
          (before) => ({ pageIndex: before.length / 100 }),
        )
      ).map(({ id, name }) => [id, name] as const),
  },
  roles: {
    permission: 'READ_ROLE',
    read: async () =>
      (
        await get<{ roles: readonly { id: string; name: string }[] }>('/v1/organization-management/roles')
      ).roles.map(({ id, name }) => [id, wordFor(id) ?? name] as const),
  },
  users: {
    permission: 'READ_USER',
    read: async () => (await everyUser()).map(({ id, email }) => [id, email] as const),
  },
  /** Who changes things: users, and programs by the names of their keys. */
  actors: {
    permission: 'READ_USER',
    read: async () => [
      ...(await everyUser()).map(({ id, email }) => [id, email] as const),
      ...(can('READ_API_KEY')
        ? (await get<{ apiKeys: readonly LookupItem[] }>('/v1/organization-management/api-keys')).apiKeys.map(
            ({ id, name }) => [id, `${m.shared.program}: ${name}`] as const,
          )
        : []),
    ],
  },
  userContacts: {
    permission: 'READ_USER',
    read: async () =>
      (await everyUser()).map(
        ({ id, email, firstName, lastName, phoneNumber }) =>
          [id, inOneLine([firstName, lastName].filter(Boolean).join(' '), email, phoneNumber)] as const,
      ),
  },
  destinations: {
    permission: 'READ_NOTIFICATION',
    read: async () =>
      (
        await get<{ notificationGroups: readonly { id: string; name: string }[] }>('/v1/notification-groups')
      ).notificationGroups.map(({ id, name }) => [id, name] as const),
  },
  triggerTypes: {
    permission: 'READ_NOTIFICATION',
    read: async () =>
      (
        await get<{ templates: readonly { type: string; title: string }[] }>(
          '/v1/notification-triggers/templates',
        )
      ).templates.map(({ type, title }) => [type, wordFor(type) ?? title] as const),
  },
  agents: {
    permission: 'READ_WORKFLOW',
    read: async () =>
      (await get<{ agents: readonly LookupItem[] }>('/v1/agents')).agents.map(
        ({ id, name }) => [id, name] as const,
      ),
  },
  connections: {
    permission: 'READ_CONNECTION',
    read: async () =>
      (await get<{ connections: readonly LookupItem[] }>('/v1/connections')).connections.map(
        ({ id, name }) => [id, name] as const,
      ),
  },
  /** Events with which a workflow can start, the organization's own among them. */
  workflowEvents: {
    permission: 'READ_WORKFLOW',
    read: async () => {
      const [{ triggers }, own] = await Promise.all([
        get<{ triggers: readonly { key: string; title: string; triggerType: string }[] }>(
          '/v1/workflows/schema',
        ),
        everyCustomEvent(),
      ]);
      return [
        ...triggers
          .filter(({ key, triggerType }) => triggerType === 'event' && key !== 'custom_event')
          .map(({ key, title }) => [key, wordFor(key) ?? title] as const),
        ...own.map(({ key, name }) => [key, name] as const),
      ];
    },
  },
  customEvents: {
    permission: 'READ_WORKFLOW',
    read: async () => (await everyCustomEvent()).map(({ id, name }) => [id, name] as const),
  },
  customEventKeys: {
    permission: 'READ_WORKFLOW',
    read: async () => (await everyCustomEvent()).map(({ key, name }) => [key, name] as const),
  },
  eventTypes: {
    permission: 'READ_WEBHOOK',
    read: async () =>
      (await get<{ eventTypes: readonly string[] }>('/v1/webhooks/event-types')).eventTypes.map(
        (name) => [name, name] as const,
      ),
  },
} satisfies Readonly<
  Record<string, { readonly permission: string; readonly read: () => Promise<readonly Option[]> }>
>;

/** Name of a list to choose from. */
export type LookupName = keyof typeof LOOKUPS;

/** How long a reply is used before it is read again. Milliseconds. */
const KEPT_MS = 60_000;
/** Pause before reading a failed list again; it doubles up to the maximum. Milliseconds. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
const kept = new Map<LookupName, { readonly atMs: number; readonly options: Promise<readonly Option[]> }>();

/** A list. Rejects when it cannot be read now; one that the caller may not read is empty. */
export function optionsOf(name: LookupName): Promise<readonly Option[]> {
  const known = kept.get(name);
  if (known && Date.now() - known.atMs < KEPT_MS) return known.options;
  const options = can(LOOKUPS[name].permission)
    ? LOOKUPS[name].read().catch((error) => {
        kept.delete(name);
        if (error instanceof ApiError && !error.mayPass) return [];
        throw error;
      })
    : Promise.resolve([]);
  kept.set(name, { atMs: Date.now(), options });
  return options;
}

/** Drops cached replies after a change. */
export function forgetLookups(): void {
  kept.clear();
}

/** A list before it is read. */
export const UNREAD: readonly Option[] = [];

/** A list that could not be read yet, and is tried again. */
const FAILED: readonly Option[] = [];

/** The choices; empty until they are read. */
export function useOptions(from: LookupName | readonly Option[] | undefined): readonly Option[] {
  const [options, setOptions] = useState<readonly Option[]>(UNREAD);
  useEffect(() => {
    if (typeof from !== 'string') return;
    let isCurrent = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = (pauseMs: number) => {
      optionsOf(from).then(
        (found) => isCurrent && setOptions(found),
        () => {
          if (!isCurrent) return;
          setOptions((before) => (before === UNREAD ? FAILED : before));
          timer = setTimeout(() => ask(Math.min(2 * pauseMs, LONGEST_PAUSE_MS)), pauseMs);
        },
      );
    };
    ask(FIRST_PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [from]);
  return typeof from === 'string' ? options : (from ?? UNREAD);
}

/** What to say of choices that are not known: that they load, or could not be read; undefined when they are known. */
export function unreadText(options: readonly Option[]): string | undefined {
  if (options === UNREAD) return m.loading;
  return options === FAILED ? m.form.unread : undefined;
}

/** Name of something by its id; the id itself if no readable list contains it. */
export function Named({ from, id }: { from: LookupName; id: string | null | undefined }) {
  const options = useOptions(from);
  if (!id) return null;
  if (options === UNREAD) return '…';
  return options.find(([value]) => value === id)?.[1] ?? unlisted(id);
}

/** Partners whose names were not kept are called what they are. */
function unlisted(id: string): string {
  return id.startsWith('prv_http_') ? m.shared.formerPartner : id;
}

/** Who did something: a user by the e-mail, an API key as a program. */
export function Author({ id }: { id: string }) {
  return id.startsWith('key_') ? m.shared.program : <Named from="users" id={id} />;
}
