import type { Map as LibreMap } from 'maplibre-gl';
import { useEffect, useRef, useState } from 'preact/hooks';
import { m } from '../messages.ts';
import type { MapEngine } from './map-engine.ts';
import type { MapArea, MapLine, MapPoint, Position } from './map-shapes.ts';
import { isDark } from './theme.ts';
import { Skeleton } from './ui.tsx';

interface MapProps {
  readonly label: string;
  readonly points?: readonly MapPoint[];
  readonly lines?: readonly MapLine[];
  readonly areas?: readonly MapArea[];
  /** Called with the id of a mark, a line or an area that was clicked. */
  readonly onPick?: (id: string) => void;
  /** Called with the place of every click. */
  readonly onPlace?: (at: Position) => void;
  /** The initial view; the map moves there again when this changes. */
  readonly fit?: string;
  /** How much there is to show. While it grows, all of it stays in view until somebody moves the map. */
  readonly extent?: number;
  readonly height?: string;
}

/** A map, whose library is loaded with the first one. A list beside it always shows the same data. */
export function MapView(props: MapProps) {
  const { label, points = [], lines = [], areas = [], fit = '' } = props;
  const element = useRef<HTMLDivElement>(null);
  const engine = useRef<{ map: LibreMap; engine: MapEngine } | undefined>(undefined);
  const isMoved = useRef(false);
  const latest = useRef(props);
  latest.current = props;
  const [ready, setReady] = useState(false);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let gone = false;
    void import('./map-engine.ts')
      .then(async (loaded) => {
        if (gone || !element.current) return;
        const map = await loaded.createMap(element.current, isDark());
        if (gone) return map.remove();
        engine.current = { map, engine: loaded };
        map.on('idle', () => element.current?.setAttribute('data-drawn', 'true'));
        map.on('movestart', ({ originalEvent }) => {
          if (originalEvent) isMoved.current = true;
        });
        map.on('click', (event) => {
          const { onPick, onPlace } = latest.current;
          const found = onPick && loaded.idAt(map, event.point);
          if (found) onPick(found);
          else onPlace?.([event.lngLat.lng, event.lngLat.lat]);
        });
        setReady(true);
      })
      .catch(() => setFailed(true));
    const retheme = () => engine.current?.engine.paint(engine.current.map, isDark());
    addEventListener('themechange', retheme);
    return () => {
      gone = true;
      removeEventListener('themechange', retheme);
      engine.current?.map.remove();
      engine.current = undefined;
    };
  }, []);
  useEffect(() => {
    if (engine.current) engine.current.engine.draw(engine.current.map, { points, lines, areas });
  }, [ready, points, lines, areas]);
  const hasContent = points.length + lines.length + areas.length > 0;
  // Drawing must not move the map under the pointer.
  const appeared = props.onPlace === undefined && hasContent;
  useEffect(() => {
    if (engine.current && hasContent) engine.current.engine.fit(engine.current.map, { points, lines, areas });
  }, [ready, fit, appeared]);
  useEffect(() => {
    if (engine.current && appeared && !isMoved.current)
      engine.current.engine.fit(engine.current.map, { points, lines, areas });
  }, [props.extent]);
  return (
    <div class="map" role="region" aria-label={label} style={{ height: props.height ?? '420px' }}>
      <div ref={element} class="map-canvas" />
      {!ready && !failed && <Skeleton lines={3} />}
      {failed && <p class="quiet">{m.map.failed}</p>}
    </div>
  );
}
