/** One line or one part of the bars of a picture. */
interface Series {
  readonly label: string;
  /** A value for each label of the picture; null where there is none. */
  readonly values: readonly (number | null)[];
  /** Of a part of bars, a color of the palette; lines have those of the theme. */
  readonly color?: string;
  /** The time before: beside the present, and quieter. */
  readonly isPast?: boolean;
}

/** Numbers as a picture. */
export interface ChartProps {
  /** What the picture shows, in a sentence for those who do not see it. The numbers stand in a table beside it. */
  readonly description: string;
  readonly kind: 'line' | 'bars';
  readonly labels: readonly string[];
  readonly series: readonly Series[];
  readonly show: (value: number) => string;
  /** Value above which there is nothing, such as 1 of a share. */
  readonly most?: number;
}
