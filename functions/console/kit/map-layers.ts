import { useEffect, useMemo, useState } from 'preact/hooks';

const KEY = 'console.map.hidden';

/** Layers that are hidden until somebody asks for them, besides those around what a map is about. */
const HIDDEN_AT_FIRST = ['zones'];

/** What the names of layers around what a map is about begin with: they are hidden until somebody asks for them. */
export const AROUND = 'around-';

/** The layers that are hidden. */
export interface Hidden {
  has(layer: string): boolean;
}

const watchers = new Set<(switched: ReadonlySet<string>) => void>();

function stored(): ReadonlySet<string> {
  const text = localStorage.getItem(KEY);
  return new Set(text === null ? HIDDEN_AT_FIRST : text.split(' ').filter(Boolean));
}

/** Layers that are not as they would be without a choice: hidden ones, and shown ones of those around. */
let switched = stored();

/** The hidden layers of all maps, and a function that hides one or shows it again. */
export function useHidden(): readonly [hidden: Hidden, toggle: (layer: string) => void] {
  const [value, setValue] = useState(switched);
  useEffect(() => {
    watchers.add(setValue);
    return () => void watchers.delete(setValue);
  }, []);
  const hidden = useMemo(
    () => ({ has: (layer: string) => value.has(layer) !== layer.startsWith(AROUND) }),
    [value],
  );
  return [
    hidden,
    (layer) => {
      const next = new Set(switched);
      if (!next.delete(layer)) next.add(layer);
      switched = next;
      localStorage.setItem(KEY, [...next].join(' '));
      for (const watch of watchers) watch(next);
    },
  ];
}
