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
}

/** A line on the map. */
export interface MapLine {
  readonly id: string;
  readonly path: readonly Position[];
  readonly color: string;
  readonly width?: number;
  readonly dim?: boolean;
}

/** An area on the map: its outline and its holes. */
export interface MapArea {
  readonly id: string;
  readonly rings: readonly (readonly Position[])[];
  readonly color: string;
}
