import type { MapArea, Position } from '../kit/map-shapes.ts';

/** A zone as the API returns it. */
export interface Zone {
  readonly id: string;
  readonly externalId: string | null;
  readonly name: string | null;
  readonly tags: readonly string[];
  readonly createdAt: string;
  readonly version: number;
  readonly storeLocations: readonly { readonly id: string; readonly name: string }[];
  readonly coverageArea: {
    readonly zipCodes: readonly string[];
    readonly cityZipcodes: readonly string[];
    readonly cities: readonly string[];
    readonly polygons: readonly {
      readonly id: string;
      readonly polygonData: readonly Position[];
      readonly holes: readonly (readonly Position[])[];
    }[];
  };
}

/** Colors that people with each kind of color blindness can distinguish. */
const COLORS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#56b4e9', '#e69f00'];

/** Swaps latitude and longitude: the API has latitude first, maps have longitude first. */
export function swapped([one, other]: Position): Position {
  return [other, one];
}

/** The areas of zones that are drawn on the map, each with the name of its zone. */
export function areasOf(zones: readonly Zone[]): readonly MapArea[] {
  return zones.flatMap(({ id, name, externalId, coverageArea }, index) =>
    coverageArea.polygons.map((polygon) => ({
      id: `${id} ${polygon.id}`,
      title: name ?? externalId ?? id,
      rings: [polygon.polygonData, ...polygon.holes].map((ring) => ring.map(swapped)),
      color: COLORS[index % COLORS.length] ?? '#0072b2',
    })),
  );
}
