import { useEffect, useState } from 'preact/hooks';

/** Where the user is in the console: `#/orders/ord_1?tab=timeline`. */
export interface Place {
  readonly path: string;
  readonly query: URLSearchParams;
}

function here(): Place {
  const [path = '', query = ''] = location.hash.replace(/^#/, '').split('?');
  return { path: path === '' ? '/' : path, query: new URLSearchParams(query) };
}

/** The place, kept up to date. */
export function usePlace(): Place {
  const [place, setPlace] = useState(here);
  useEffect(() => {
    const update = () => setPlace(here());
    addEventListener('hashchange', update);
    return () => removeEventListener('hashchange', update);
  }, []);
  return place;
}

/** Goes to a place at once, so that the screen left behind reads nothing more, such as something just deleted. */
export function go(path: string): void {
  history.pushState(null, '', `#${path}`);
  dispatchEvent(new HashChangeEvent('hashchange'));
}

/** Changes the query of the place without a new entry in the history. */
export function setQuery(changes: Readonly<Record<string, string | null>>): void {
  const { path, query } = here();
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') query.delete(name);
    else query.set(name, value);
  }
  const text = query.toString();
  history.replaceState(null, '', `#${path}${text === '' ? '' : `?${text}`}`);
  dispatchEvent(new HashChangeEvent('hashchange'));
}

/** Parameters of a path that matches a pattern such as `/orders/:id`; undefined when it does not match. */
export function match(pattern: string, path: string): Readonly<Record<string, string>> | undefined {
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  if (wanted.length !== given.length) return undefined;
  const found: Record<string, string> = {};
  for (const [index, step] of wanted.entries()) {
    const value = given[index] ?? '';
    if (step.startsWith(':')) found[step.slice(1)] = decodeURIComponent(value);
    else if (step !== value) return undefined;
  }
  return found;
}
