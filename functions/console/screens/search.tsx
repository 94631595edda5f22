import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { get } from '../kit/api.ts';
import { findOrders, reach } from '../kit/find-orders.ts';
import { party, words } from '../kit/format.ts';
import { useOptions } from '../kit/lookups.tsx';
import { can } from '../kit/me.ts';
import { routeName } from '../kit/route-name.ts';
import { go } from '../kit/router.ts';
import type { Page, RouteRow, Side } from '../kit/types.ts';
import { problemOf } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import type { Screen } from '../screen-list.ts';
import { fleetTexts } from '../texts/texts.ts';

/** Something found. */
interface Hit {
  readonly href: string;
  readonly name: string;
  readonly note: string;
}

/** What was found of one kind. */
interface Group {
  readonly title: string;
  readonly hits: readonly Hit[];
  readonly problem?: string;
}

/** Pause after typing before anything is read. Milliseconds. */
const SETTLE_MS = 250;

/** Hits of one kind; the lists have the others. */
const MOST = 6;

/** A search over orders, deliveries, routes, people, stores and screens. Arrow keys move through what is found. */
export function SearchEverything({ screens, onDone }: { screens: readonly Screen[]; onDone: () => void }) {
  const [typed, setTyped] = useState('');
  const text = typed.trim();
  const found = useFound(text);
  const drivers = useOptions('driverContacts');
  const people = useOptions('userContacts');
  const stores = useOptions('stores');
  const input = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLElement>(null);
  const id = useId();
  useEffect(() => input.current?.focus(), []);
  const groups: readonly Group[] = [
    ...(found ?? []),
    { title: fleetTexts.fleet.drivers, hits: among(text, drivers, (one) => `/fleet/drivers/${one}`) },
    { title: m.titles.people, hits: among(text, people, (one) => `/people/users/${one}`) },
    { title: m.stores.title, hits: among(text, stores, (one) => `/stores/${one}`) },
    {
      title: m.search.screens,
      hits: among(
        text,
        screens.flatMap(({ path, nav }) => (nav ? [[path, nav.label] as const] : [])),
        (path) => path,
      ),
    },
  ].filter(({ hits, problem }: Group) => hits.length > 0 || problem);
  const isWaiting = text !== '' && found === undefined;
  const move = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const places = [input.current, ...(box.current?.querySelectorAll<HTMLElement>('a') ?? [])];
    const at = places.indexOf(document.activeElement as HTMLElement);
    places[Math.max(0, Math.min(places.length - 1, at + step))]?.focus();
  };
  return (
    <search ref={box} class="search-all" onKeyDown={move}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const first = isWaiting ? undefined : groups.find(({ hits }) => hits.length > 0)?.hits[0];
          if (!first) return;
          go(first.href);
          onDone();
        }}
      >
        <label class="visually-hidden" for={id}>
          {m.search.title}
        </label>
        <input
          ref={input}
          id={id}
          type="search"
          autocomplete="off"
          placeholder={m.search.hint}
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </form>
      <p class="quiet" role="status">
        {text === ''
          ? m.search.help
          : isWaiting
            ? m.loading
            : m.search.found(groups.reduce((sum, { hits }) => sum + hits.length, 0))}
      </p>
      {text !== '' &&
        groups.map(({ title, hits, problem }) => (
          <section key={title} aria-label={title}>
            <h3>{title}</h3>
            {problem && <p class="problem">{problem}</p>}
            <ul>
              {hits.map(({ href, name, note }) => (
                <li key={href}>
                  <a href={`#${href}`} onClick={onDone}>
                    <strong>{name}</strong> <span class="quiet">{note}</span>
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
    </search>
  );
}

/** Entries of a list whose text has what was typed; a number also without its spaces. */
function among(
  text: string,
  options: readonly (readonly [string, string])[],
  href: (id: string) => string,
): readonly Hit[] {
  if (text === '') return [];
  const wanted = text.toLowerCase();
  const digits = text.replaceAll(/\D/g, '');
  const isNumber = digits.length >= 4 && /^[\d\s()+./-]+$/.test(text);
  return options
    .filter(
      ([, label]) =>
        label.toLowerCase().includes(wanted) || (isNumber && label.replaceAll(/\D/g, '').includes(digits)),
    )
    .slice(0, MOST)
    .map(([id, label]) => ({ href: href(id), name: label, note: '' }));
}

/** What the API finds; undefined until it has answered. */
function useFound(text: string): readonly Group[] | undefined {
  const [found, setFound] = useState<{ readonly text: string; readonly groups: readonly Group[] }>();
  useEffect(() => {
    if (text === '') return;
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const groups = await Promise.all(
        SOURCES.filter(({ permission }) => can(permission)).map(async ({ title, find }) => {
          try {
            return { title, hits: await find(text) };
          } catch (error) {
            return { title, hits: [], problem: problemOf(error) };
          }
        }),
      );
      if (isCurrent) setFound({ text, groups });
    }, SETTLE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [text]);
  return text === '' ? [] : found?.text === text ? found.groups : undefined;
}

interface JobHit {
  readonly id: string;
  readonly externalIdentifier: string | null;
  readonly shortReferenceCode: string;
  readonly status: string;
  readonly dropoff: Side | null;
  readonly delivery: { readonly status: string } | null;
}

/** Lists that the API searches. */
const SOURCES: readonly {
  readonly title: string;
  readonly permission: string;
  readonly find: (text: string) => Promise<readonly Hit[]>;
}[] = [
  {
    title: m.orders.title,
    permission: 'READ_ORDER',
    async find(text) {
      return (await findOrders(text, MOST)).map(({ id, externalId, status, dropoff }) => ({
        href: `/orders/${id}`,
        name: externalId ?? id,
        note: [party(dropoff), words(status)].join(' · '),
      }));
    },
  },
  {
    title: m.deliveries.title,
    permission: 'READ_JOB',
    async find(text) {
      const { results } = await get<Page<JobHit>>('/v1/jobs', { ...reach(), search: text, limit: MOST });
      return results.map(({ id, externalIdentifier, shortReferenceCode, status, dropoff, delivery }) => ({
        href: `/deliveries/${id}`,
        name: externalIdentifier ?? shortReferenceCode,
        note: [party(dropoff), words(delivery?.status ?? status)].join(' · '),
      }));
    },
  },
  {
    title: m.titles.routes,
    permission: 'READ_ROUTE',
    async find(text) {
      const { results } = await get<Page<RouteRow>>('/v1/routes', { search: text, limit: MOST });
      return results.map((route) => ({
        href: `/routes/${route.id}`,
        name: routeName(route),
        note: words(route.status),
      }));
    },
  },
];
