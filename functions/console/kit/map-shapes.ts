/** Longitude and latitude. */
export type Position = readonly [number, number];

/** A mark on the map. */
export interface MapPoint {
  readonly id: string;
  readonly at: Position;
  readonly color: string;
  /** Pixels; 6 by default. */
  readonly size?: number;
  readonly ring?: string;
  /** Text beside the mark. */
  readonly label?: string;
  /** What it is, shown while the pointer is on it. */
  readonly title?: string;
  /** The layer with which it is shown and hidden. */
  readonly layer?: string;
  /** What a selection on the map gets for it; without, it cannot be selected. */
  readonly selects?: string;
}

/** A line on the map. */
export interface MapLine {
  readonly id: string;
  readonly path: readonly Position[];
  readonly color: string;
  readonly width?: number;
  readonly dim?: boolean;
  readonly title?: string;
  readonly layer?: string;
}

/** An area on the map: its outline and its holes. */
export interface MapArea {
  readonly id: string;
  readonly rings: readonly (readonly Position[])[];
  readonly color: string;
  readonly title?: string;
  readonly layer?: string;
}

/** A place with its name, as a search finds it. */
export interface FoundPlace {
  readonly name: string;
  readonly at: Position;
}

/** Everything that a map shows besides its base. */
export interface MapContent {
  readonly points: readonly MapPoint[];
  readonly lines: readonly MapLine[];
  readonly areas: readonly MapArea[];
}
