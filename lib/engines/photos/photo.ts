/** Pixels of an upright photo: red, green, blue and opacity of each, row by row, from 0 to 255. */
export interface Photo {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
}
