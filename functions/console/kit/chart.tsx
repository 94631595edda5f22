import { useEffect, useRef } from 'preact/hooks';
import type { Drawn } from './chart-engine.ts';
import type { ChartProps } from './chart-props.ts';

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
