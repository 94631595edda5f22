import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { useOptions } from '../kit/lookups.tsx';
import { can } from '../kit/me.ts';
import { go } from '../kit/router.ts';
import { SEARCHED, type Searched } from '../kit/things.tsx';
import { problemOf } from '../kit/ui.tsx';
import { useFound } from '../kit/use-found.ts';
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

/** Hits of one kind; the lists have the others. */
const MOST = 6;

/** A search over orders, deliveries, routes, people, stores and screens. Arrow keys move through what is found. */
export function SearchEverything({ screens, onDone }: { screens: readonly Screen[]; onDone: () => void }) {
  const [typed, setTyped] = useState('');
  const text = typed.trim();
  const { found } = useFound(text, findGroups);
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

/** Lists that the API searches. */
const SOURCES: readonly Searched[] = Object.values(SEARCHED);

/** What the API finds in each of them; with no text, nothing. */
async function findGroups(text: string): Promise<readonly Group[]> {
  if (text === '') return [];
  return Promise.all(
    SOURCES.filter(({ permission }) => can(permission)).map(async ({ title, path, find }) => {
      try {
        const things = await find(text, MOST);
        return { title, hits: things.map(({ id, ...thing }) => ({ ...thing, href: `${path}/${id}` })) };
      } catch (error) {
        return { title, hits: [], problem: problemOf(error) };
      }
    }),
  );
}
