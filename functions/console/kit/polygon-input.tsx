import { useMemo, useRef, useState } from 'preact/hooks';
import { m } from '../messages.ts';
import { placesTexts } from '../texts/texts.ts';
import { useLive } from './live.ts';
import { MapView } from './map.tsx';
import type { Position } from './map-shapes.ts';
import { can } from './me.ts';
import type { Store } from './types.ts';
import { Button } from './ui.tsx';

/** Corners of an area, clicked on the map or typed. */
export function PolygonInput({
  corners,
  onChange,
  map: DrawingMap = MapView,
}: {
  corners: readonly Position[];
  onChange: (corners: readonly Position[]) => void;
  /** The map to draw on. */
  map?: typeof MapView;
}) {
  const [hasShape] = useState(corners.length > 0);
  const stores = useLive<{ readonly storeLocations: readonly Store[] }>(
    can('READ_STORE_LOCATION') ? '/v1/store_locations' : null,
    { size: 100 },
    0,
  );
  // The view stays while somebody is drawing; for a new zone the stores show where to start.
  const start = useRef('');
  if (corners.length === 0 || hasShape) start.current = `${hasShape} ${stores.data !== undefined}`;
  const points = useMemo(
    () => [
      ...(stores.data?.storeLocations ?? []).flatMap(({ id, location: { latitude, longitude } }) =>
        latitude === null || longitude === null
          ? []
          : [{ id, at: [longitude, latitude] as const, color: '#6b7671', size: 4 }],
      ),
      ...corners.map((at, index) => ({ id: String(index), at, color: '#0b6e5b', size: 6 })),
    ],
    [corners, stores.data],
  );
  const areas = useMemo(
    () => (corners.length >= 3 ? [{ id: 'draft', rings: [closed(corners)], color: '#0b6e5b' }] : []),
    [corners],
  );
  return (
    <>
      <p class="quiet">{placesTexts.zones.drawHelp}</p>
      <DrawingMap
        label={placesTexts.zones.draw}
        points={points}
        areas={areas}
        fit={start.current}
        onPlace={(at) => onChange([...corners, at])}
      />
      <div class="actions">
        <Button icon="undo" disabled={corners.length === 0} onClick={() => onChange(corners.slice(0, -1))}>
          {m.actions.undo}
        </Button>
        <Button disabled={corners.length === 0} onClick={() => onChange([])}>
          {placesTexts.zones.clear}
        </Button>
      </div>
      <label class="field">
        {placesTexts.zones.corners}
        <textarea
          class="code"
          rows={4}
          value={corners.map(([lng, lat]) => `${lat.toFixed(5)}, ${lng.toFixed(5)}`).join('\n')}
          onChange={(event) =>
            onChange(
              event.currentTarget.value
                .split('\n')
                .map((line) => line.split(',').map(Number))
                .filter(([lat, lng]) => Number.isFinite(lat) && Number.isFinite(lng))
                .map(([lat = 0, lng = 0]) => [lng, lat] as const),
            )
          }
        />
      </label>
    </>
  );
}

/** The ring of the corners, for the map. */
export function closed(corners: readonly Position[]): readonly Position[] {
  const [first] = corners;
  return first ? [...corners, first] : [];
}
