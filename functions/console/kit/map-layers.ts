import { useEffect, useState } from 'preact/hooks';

const KEY = 'console.map.hidden';

/** Layers that are hidden until somebody asks for them. */
const HIDDEN_AT_FIRST = ['zones'];

const watchers = new Set<(hidden: ReadonlySet<string>) => void>();

function stored(): ReadonlySet<string> {
  const text = localStorage.getItem(KEY);
  return new Set(text === null ? HIDDEN_AT_FIRST : text.split(' ').filter(Boolean));
}

let hidden = stored();

/** The hidden layers of all maps, and a function that hides one or shows it again. */
export function useHidden(): readonly [hidden: ReadonlySet<string>, toggle: (layer: string) => void] {
  const [value, setValue] = useState(hidden);
  useEffect(() => {
    watchers.add(setValue);
    return () => void watchers.delete(setValue);
  }, []);
  return [
    value,
    (layer) => {
      const next = new Set(hidden);
      if (!next.delete(layer)) next.add(layer);
      hidden = next;
      localStorage.setItem(KEY, [...next].join(' '));
      for (const watch of watchers) watch(next);
    },
  ];
}
