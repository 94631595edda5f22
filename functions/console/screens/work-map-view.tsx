import { useMemo } from 'preact/hooks';
import { type MapProps, MapView } from '../kit/map-view.tsx';
import { openOnMap } from './map-places.ts';
import { type AroundLayer, useAround } from './use-around.ts';

const NONE: readonly never[] = [];

/** Whether an id is of something around: its kind and its own id. */
const isAround = (id: string) => /^(?:store|zone|order|route) /.test(id);

/** A map of one thing, on which the work around it can be shown. What is around opens by a click. */
export function WorkMapView({
  without = NONE,
  points = NONE,
  lines = NONE,
  areas = NONE,
  layers = NONE,
  onPick,
  ...rest
}: MapProps & {
  /** Layers that the map has itself. */
  without?: readonly AroundLayer[];
}) {
  const { content, layers: offered } = useAround(without);
  const all = {
    points: useMemo(() => [...content.points, ...points], [content, points]),
    lines: useMemo(() => [...content.lines, ...lines], [content, lines]),
    areas: useMemo(() => [...content.areas, ...areas], [content, areas]),
  };
  const pick = (id: string) => (isAround(id) ? openOnMap('execute')(id) : onPick?.(id));
  // While somebody draws, every click is a corner.
  return (
    <MapView
      {...rest}
      {...all}
      layers={[...layers, ...offered]}
      {...(rest.onPlace ? {} : { onPick: pick })}
    />
  );
}
