import { withinTurn } from './area/read-polygon.ts';
import { decodeRing } from './area/ring.ts';
import type { CoverageArea } from './zone.ts';

/** A polygon's points as callers write them, `[latitude, longitude]`; each ring ends where it begins. */
export interface RenderedPolygon {
  readonly id: string;
  readonly polygonData: number[][];
  readonly holes: number[][][];
}

/** The polygons of an area in their wire form. */
export function renderPolygons({ polygons }: CoverageArea): RenderedPolygon[] {
  return polygons.map(({ id, rings }) => {
    const [polygonData = [], ...holes] = rings.map((ring) =>
      decodeRing(ring).map(([lng, lat]) => [lat, withinTurn(lng)]),
    );
    return { id, polygonData, holes };
  });
}
