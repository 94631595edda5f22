import type { ComponentType } from 'preact';
import { m } from '../messages.ts';
import { get } from './api.ts';
import { findOrders, reach } from './find-orders.ts';
import { party, words } from './format.ts';
import { JobName, OrderName, RouteName } from './links.tsx';
import { type LookupName, Named, optionsOf } from './lookups.tsx';
import { can } from './me.ts';
import { routeName } from './route-name.ts';
import type { Page, RouteRow, Side } from './types.ts';

/** Something that was found, as people call it. */
export interface Thing {
  readonly id: string;
  readonly name: string;
  /** What distinguishes it from others of that name. */
  readonly note: string;
}

/** Things of one kind, and how the API finds them. */
export interface Searched {
  readonly title: string;
  readonly permission: string;
  /** Path of the screen that has one of them, without its id. */
  readonly path: string;
  /** Beginning of their ids. */
  readonly prefix: string;
  readonly find: (text: string, most: number) => Promise<readonly Thing[]>;
  readonly Name: ComponentType<{ readonly id: string }>;
}

interface JobHit {
  readonly id: string;
  readonly externalIdentifier: string | null;
  readonly shortReferenceCode: string;
  readonly status: string;
  readonly dropoff: Side | null;
  readonly delivery: { readonly status: string } | null;
}

/** What the API searches by texts. */
export const SEARCHED = {
  order: {
    title: m.orders.title,
    permission: 'READ_ORDER',
    path: '/orders',
    prefix: 'ord_',
    async find(text, most) {
      return (await findOrders(text, most)).map(({ id, externalId, status, dropoff }) => ({
        id,
        name: externalId ?? id,
        note: [party(dropoff), words(status)].join(' · '),
      }));
    },
    Name: OrderName,
  },
  delivery: {
    title: m.deliveries.title,
    permission: 'READ_JOB',
    path: '/deliveries',
    prefix: 'job_',
    async find(text, most) {
      const { results } = await get<Page<JobHit>>('/v1/jobs', { ...reach(), search: text, limit: most });
      return results.map(({ id, externalIdentifier, shortReferenceCode, status, dropoff, delivery }) => ({
        id,
        name: externalIdentifier ?? shortReferenceCode,
        note: [party(dropoff), words(delivery?.status ?? status)].join(' · '),
      }));
    },
    Name: JobName,
  },
  route: {
    title: m.titles.routes,
    permission: 'READ_ROUTE',
    path: '/routes',
    prefix: 'rte_',
    async find(text, most) {
      const { results } = await get<Page<RouteRow>>('/v1/routes', { search: text, limit: most });
      return results.map((route) => ({ id: route.id, name: routeName(route), note: words(route.status) }));
    },
    Name: RouteName,
  },
} satisfies Readonly<Record<string, Searched>>;

/** What is read as a whole list, by the beginning of its ids: the list, and what one of it is. */
const LISTED: Readonly<Record<string, readonly [LookupName, string]>> = {
  store: ['stores', 'store location'],
  cou: ['drivers', 'driver'],
  vhc: ['vehicles', 'vehicle'],
  zone: ['zones', 'zone'],
  opn: ['strategies', 'dispatch strategy'],
  wf: ['workflows', 'workflow'],
  prd: ['products', 'product'],
  usr: ['users', 'user'],
  role: ['roles', 'role'],
  ntg: ['destinations', 'notification destination'],
  agt: ['agents', 'agent'],
  con: ['connections', 'connection'],
};

/** A kind of what can be found by name; `any` stands for everything that has a name. */
export type ThingKind = keyof typeof SEARCHED | 'any';

/** Hits of one kind. */
const MOST = 6;

/** Finds things of a kind by a name or text; with none, nothing. */
export function finderOf(kind: ThingKind): (text: string) => Promise<readonly Thing[]> {
  return async (text) => (text === '' ? [] : find(kind, text));
}

async function find(kind: ThingKind, text: string): Promise<readonly Thing[]> {
  if (kind !== 'any') return SEARCHED[kind].find(text, MOST);
  const wanted = text.toLowerCase();
  const [searched, listed] = await Promise.all([
    Promise.all(
      Object.values(SEARCHED)
        .filter(({ permission }) => can(permission))
        .map(async (of) =>
          (await of.find(text, MOST)).map((thing) => ({ ...thing, note: `${of.title} · ${thing.note}` })),
        ),
    ),
    Promise.all(
      Object.values(LISTED).map(async ([from, what]) =>
        (await optionsOf(from))
          .filter(([, name]) => name.toLowerCase().includes(wanted))
          .slice(0, MOST)
          .map(([id, name]) => ({ id, name, note: words(what) })),
      ),
    ),
  ]);
  return [...listed.flat(), ...searched.flat()];
}

/** What people call something, by its id; the id itself where nothing readable has it. */
export function ThingName({ id }: { id: string }) {
  const searched = Object.values(SEARCHED).find(({ prefix }) => id.startsWith(prefix));
  if (searched) return <searched.Name id={id} />;
  const listed = LISTED[id.slice(0, id.indexOf('_'))];
  return listed ? <Named from={listed[0]} id={id} /> : id;
}
