import type { Map as LibreMap } from 'maplibre-gl';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { m } from '../messages.ts';
import type { MapEngine } from './map-engine.ts';
import { AROUND, type Hidden, useHidden } from './map-layers.ts';
import { boxOf } from './map-selection.ts';
import type { MapArea, MapContent, MapLine, MapPoint, Position } from './map-shapes.ts';
import { MapSearch, MapTools, type SelectionTool } from './map-tools.tsx';
import { isDark } from './theme.ts';
import { Skeleton } from './ui.tsx';

/** What a map shows and does. */
export interface MapProps {
  readonly label: string;
  readonly points?: readonly MapPoint[];
  readonly lines?: readonly MapLine[];
  readonly areas?: readonly MapArea[];
  /** Layers of it that can be hidden, with their names. */
  readonly layers?: readonly (readonly [id: string, label: string])[];
  /** Called with the id of a mark, a line or an area that was clicked. */
  readonly onPick?: (id: string) => void;
  /** Called with the place of every click. */
  readonly onPlace?: (at: Position) => void;
  /** Called with what was selected by a lasso, by a box, or as what is in view. */
  readonly onSelect?: (selected: readonly string[]) => void;
  /** The initial view; the map moves there again when this changes. */
  readonly fit?: string;
  /** Id of what the view shows; by default everything but layers of places. */
  readonly focus?: string | undefined;
  /** How much there is to show. While it grows, all of it stays in view until somebody moves the map. */
  readonly extent?: number;
  readonly height?: string;
}

const NONE: readonly never[] = [];

/** A map, whose library is loaded with the first one. A list beside it always shows the same data. */
export function MapView(props: MapProps) {
  const { label, fit = '', layers = NONE, onSelect } = props;
  const [hidden, toggle] = useHidden();
  const points = useShown(props.points ?? NONE, layers, hidden);
  const lines = useShown(props.lines ?? NONE, layers, hidden);
  const areas = useShown(props.areas ?? NONE, layers, hidden);
  const content = { points, lines, areas };
  const element = useRef<HTMLDivElement>(null);
  const engine = useRef<{ map: LibreMap; engine: MapEngine } | undefined>(undefined);
  const isMoved = useRef(false);
  const latest = useRef({ ...props, ...content });
  latest.current = { ...props, ...content };
  const [ready, setReady] = useState(false);
  const [failed, setFailed] = useState(false);
  const [lacksStyle, setLacksStyle] = useState(false);
  const [tool, setTool] = useState<SelectionTool>();
  const [ring, setRing] = useState<readonly Position[]>(NONE);
  const [hover, setHover] = useState<{ readonly x: number; readonly y: number; readonly title: string }>();
  useEffect(() => {
    let gone = false;
    void import('./map-engine.ts')
      .then(async (loaded) => {
        if (gone || !element.current) return;
        const { map, lacksStyle } = await loaded.createMap(element.current, isDark());
        if (gone) return map.remove();
        setLacksStyle(lacksStyle);
        engine.current = { map, engine: loaded };
        map.on('idle', () => element.current?.setAttribute('data-drawn', 'true'));
        map.on('movestart', ({ originalEvent }) => {
          setHover(undefined);
          if (originalEvent) isMoved.current = true;
        });
        map.on('mousemove', ({ point }) => {
          const found = loaded.foundAt(map, point);
          map.getCanvas().style.cursor = found && latest.current.onPick ? 'pointer' : '';
          setHover(found?.title ? { x: point.x, y: point.y, title: found.title } : undefined);
        });
        map.on('mouseout', () => setHover(undefined));
        map.on('click', (event) => {
          const { onPick, onPlace } = latest.current;
          const found = onPick && loaded.foundAt(map, event.point);
          if (found) onPick(found.id);
          else onPlace?.([event.lngLat.lng, event.lngLat.lat]);
        });
        setReady(true);
      })
      .catch(() => setFailed(true));
    const retheme = () => {
      const { current } = engine;
      if (current)
        void current.engine
          .paint(current.map, isDark())
          .then(() => current.engine.draw(current.map, latest.current as typeof content));
    };
    addEventListener('themechange', retheme);
    return () => {
      gone = true;
      removeEventListener('themechange', retheme);
      engine.current?.map.remove();
      engine.current = undefined;
    };
  }, []);
  useEffect(() => {
    if (engine.current) engine.current.engine.draw(engine.current.map, content);
  }, [ready, points, lines, areas]);
  const hasContent = points.length + lines.length + areas.length > 0;
  // Drawing must not move the map under the pointer.
  const appeared = props.onPlace === undefined && hasContent;
  useEffect(() => {
    if (engine.current && hasContent)
      engine.current.engine.fit(engine.current.map, viewOf(content, props.focus));
  }, [ready, fit, appeared]);
  useEffect(() => {
    if (engine.current && appeared && !isMoved.current)
      engine.current.engine.fit(engine.current.map, viewOf(content, props.focus));
  }, [props.extent]);
  const select = (within?: readonly Position[]) => {
    const { current } = engine;
    if (current) onSelect?.(current.engine.selectedIn(current.map, points, within));
  };
  const at = ({ offsetX, offsetY }: PointerEvent): Position => [offsetX, offsetY];
  const started = ring[0];
  return (
    <div class="map-kit">
      <div class="map-bar">
        <MapSearch
          content={content}
          inView={() => (engine.current ? engine.current.engine.namesInView(engine.current.map) : NONE)}
          onFound={(place) => {
            isMoved.current = true;
            if (engine.current) engine.current.engine.lookAt(engine.current.map, place);
          }}
        />
        <MapTools
          layers={layers}
          hidden={hidden}
          onToggle={toggle}
          {...(onSelect ? { tool, onTool: setTool, onAll: () => select() } : {})}
        />
      </div>
      <div class="map" role="region" aria-label={label} style={{ height: props.height ?? '420px' }}>
        <div ref={element} class="map-canvas" />
        {tool && (
          <svg
            class="map-select"
            aria-hidden="true"
            onPointerDown={(event) => {
              event.currentTarget.setPointerCapture(event.pointerId);
              setRing([at(event)]);
            }}
            onPointerMove={(event) => {
              if (started) setRing(tool === 'box' ? boxOf(started, at(event)) : [...ring, at(event)]);
            }}
            onPointerUp={() => {
              if (ring.length > 2) select(ring);
              setRing(NONE);
              setTool(undefined);
            }}
          >
            <polygon points={ring.map((corner) => corner.join()).join(' ')} />
          </svg>
        )}
        {hover && !tool && (
          <div class="map-hover" style={{ left: `${hover.x}px`, top: `${hover.y}px` }}>
            {hover.title}
          </div>
        )}
        {!ready && !failed && <Skeleton lines={3} />}
        {failed && <p class="quiet">{m.map.failed}</p>}
      </div>
      {lacksStyle && (
        <p class="quiet" role="status">
          {m.map.plain}
        </p>
      )}
    </div>
  );
}

/** What is left without hidden layers, which only those of this map are. */
function useShown<Shape extends { readonly layer?: string }>(
  all: readonly Shape[],
  layers: readonly (readonly [id: string, label: string])[],
  hidden: Hidden,
): readonly Shape[] {
  return useMemo(() => {
    const gone = new Set(layers.flatMap(([id]) => (hidden.has(id) ? [id] : [])));
    return gone.size === 0 ? all : all.filter(({ layer }) => layer === undefined || !gone.has(layer));
  }, [all, layers.map(([id]) => id).join(), hidden]);
}

/** Layers that surround what a map is about, besides those that are named so. */
const PLACES = new Set(['stores', 'zones']);

/** What the view has to show: one thing, or all that is not merely around it. */
function viewOf(content: MapContent, focus: string | undefined): MapContent {
  const only = (keeps: (shape: { readonly id: string; readonly layer?: string }) => boolean): MapContent => ({
    points: content.points.filter(keeps),
    lines: content.lines.filter(keeps),
    areas: content.areas.filter(keeps),
  });
  const isEmpty = ({ points, lines, areas }: MapContent) => points.length + lines.length + areas.length === 0;
  const focused = focus === undefined ? undefined : only(({ id }) => id === focus);
  if (focused && !isEmpty(focused)) return focused;
  const inner = only(({ layer = '' }) => !PLACES.has(layer) && !layer.startsWith(AROUND));
  return isEmpty(inner) ? content : inner;
}
