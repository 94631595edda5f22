import { useEffect, useRef } from 'preact/hooks';
import type { Drawn } from './chart-engine.ts';

/** One line or one part of the bars of a picture. */
export interface Series {
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

/** A picture with its legend. The library that draws it is loaded with the first one. */
export function Chart(props: ChartProps) {
  const { description, series } = props;
  const figure = useRef<HTMLElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const read = useRef<HTMLParagraphElement>(null);
  const content = JSON.stringify([props.kind, props.labels, series]);
  useEffect(() => {
    const [host, box] = [place.current, figure.current];
    if (!host || !box) return;
    let drawn: Drawn | undefined;
    let isOver = false;
    const draw = async () => {
      const { drawChart } = await import('./chart-engine.ts');
      if (isOver) return;
      drawn?.end();
      drawn = drawChart(host, box, props, (text) => {
        if (read.current) read.current.textContent = text;
      });
    };
    void draw();
    const again = () => void draw();
    addEventListener('themechange', again);
    const media = matchMedia('(prefers-color-scheme: dark)');
    media.addEventListener('change', again);
    const observer = new ResizeObserver(() => drawn?.fit());
    observer.observe(host);
    return () => {
      isOver = true;
      removeEventListener('themechange', again);
      media.removeEventListener('change', again);
      observer.disconnect();
      drawn?.end();
    };
  }, [content]);
  return (
    <figure class="chart" ref={figure}>
      <div class="chart-place" role="img" aria-label={description} ref={place} />
      <figcaption>
        <ul class="legend">
          {series.map(({ label, color, isPast }) => (
            <li key={label}>
              <span
                class={`ink ${props.kind} ${isPast ? 'past' : ''}`}
                aria-hidden="true"
                {...(color ? { style: { color } } : {})}
              />
              {label}
            </li>
          ))}
        </ul>
        <p class="quiet chart-read" aria-hidden="true" ref={read} />
      </figcaption>
    </figure>
  );
}
