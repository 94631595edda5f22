import { useEffect, useId, useState } from 'preact/hooks';
import { m } from '../messages.ts';
import type { Hidden } from './map-layers.ts';
import { findPlaces } from './map-search.ts';
import type { FoundPlace, MapContent, Position } from './map-shapes.ts';
import { Button } from './ui.tsx';

/** How things are selected on a map. */
export type SelectionTool = 'box' | 'lasso' | undefined;

/** Which layers are shown, and how to select on the map. */
export function MapTools({
  layers,
  hidden,
  onToggle,
  tool,
  onTool,
  onAll,
}: {
  layers: readonly (readonly [id: string, label: string])[];
  hidden: Hidden;
  onToggle: (layer: string) => void;
  tool?: SelectionTool;
  onTool?: (tool: SelectionTool) => void;
  onAll?: () => void;
}) {
  return (
    <>
      {layers.length > 0 && (
        <details class="multi">
          <summary>{m.map.layers}</summary>
          <fieldset>
            <legend class="visually-hidden">{m.map.layers}</legend>
            {layers.map(([id, label]) => (
              <label key={id}>
                <input type="checkbox" checked={!hidden.has(id)} onChange={() => onToggle(id)} />
                {label}
              </label>
            ))}
          </fieldset>
        </details>
      )}
      {onTool && (
        <div class="map-selectors" role="group" aria-label={m.map.select}>
          {(['box', 'lasso'] as const).map((name) => (
            <Button
              key={name}
              pressed={tool === name}
              onClick={() => onTool(tool === name ? undefined : name)}
            >
              {m.map.tools[name]}
            </Button>
          ))}
          {onAll && <Button onClick={onAll}>{m.map.allInView}</Button>}
        </div>
      )}
    </>
  );
}

/** Pause after typing before places are looked for. Milliseconds. */
const SETTLE_MS = 200;

/** Finds a place by its name, or what the map shows by what it is called. */
export function MapSearch({
  content,
  inView,
  onFound,
}: {
  content: MapContent;
  /** Names that the base map shows. */
  inView: () => readonly FoundPlace[];
  onFound: (at: Position) => void;
}) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [found, setFound] = useState<readonly FoundPlace[]>();
  const text = typed.trim();
  // What the map shows may arrive after the text.
  useEffect(() => {
    let isCurrent = true;
    if (text.length < 2) return setFound(undefined);
    const timer = setTimeout(() => {
      void findPlaces(text, content, inView()).then((places) => isCurrent && setFound(places));
    }, SETTLE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [text, content.points, content.areas]);
  const choose = (place: FoundPlace) => {
    setTyped('');
    onFound(place.at);
  };
  return (
    <search class="map-search">
      <label for={id} class="visually-hidden">
        {m.map.search}
      </label>
      <input
        id={id}
        type="search"
        autocomplete="off"
        placeholder={m.map.search}
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          const [first] = found ?? [];
          if (event.key === 'Enter' && first) choose(first);
          if (event.key === 'Escape') setTyped('');
        }}
      />
      {found && (
        <ul class="map-found" aria-label={m.map.search}>
          {found.map((place) => (
            <li key={`${place.name} ${place.at.join()}`}>
              <button type="button" onClick={() => choose(place)}>
                {place.name}
              </button>
            </li>
          ))}
          {found.length === 0 && <li class="quiet">{m.map.notFound}</li>}
        </ul>
      )}
    </search>
  );
}
