import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { ChartProps } from './chart-props.ts';

/** A picture on the page. */
export interface Drawn {
  /** Fits it to the place that it has now. */
  fit(): void;
  end(): void;
}

const HEIGHT = 220;

/** Width of a bar: its share of the place, and its maximum in pixels. */
const BARS: [number, number] = [0.7, 48];

/**
 * Draws a picture into a place, in the colors of the legend below it, so that both have those of the theme. `tell` gets what
 * is under the pointer.
 */
export function drawChart(
  host: HTMLElement,
  figure: HTMLElement,
  { kind, labels, series, show, most }: ChartProps,
  tell: (text: string) => void,
): Drawn {
  const inks = [...figure.querySelectorAll('.ink')].map((swatch) => getComputedStyle(swatch).color);
  const style = getComputedStyle(figure);
  const axis = {
    stroke: style.color,
    grid: { stroke: style.borderTopColor, width: 1 },
    ticks: { show: false },
  };
  const font = `12px ${style.fontFamily}`;
  const bars = uPlot.paths.bars?.({ size: BARS, radius: 0.08 });
  const drawnSeries = series.map(({ label, isPast }, index): uPlot.Series => {
    const ink = inks[index] ?? style.color;
    if (kind === 'bars')
      return { label, stroke: ink, fill: ink, points: { show: false }, ...(bars ? { paths: bars } : {}) };
    return {
      label,
      stroke: ink,
      width: 2,
      spanGaps: false,
      points: { show: labels.length < 2 || !isPast, size: 6, fill: ink },
      ...(isPast ? { dash: [5, 5] } : {}),
    };
  });
  const values = kind === 'bars' ? piled(series.map((one) => one.values)) : series.map((one) => one.values);
  const places = labels.map((_, index) => index);
  const chart = new uPlot(
    {
      width: host.clientWidth,
      height: HEIGHT,
      legend: { show: false },
      cursor: { drag: { x: false, y: false }, y: false, points: { show: kind === 'line' } },
      scales: {
        x: { time: false, range: () => [-0.5, Math.max(0, labels.length - 1) + 0.5] },
        y: { range: (_, low, high) => rangeOf(low, high, { kind, most }) },
      },
      axes: [
        {
          ...axis,
          font,
          grid: { show: false },
          incrs: [1, 2, 4, 7, 14, 28, 56],
          space: 56,
          values: (_, splits) => splits.map((split) => labels[split] ?? ''),
        },
        { ...axis, font, size: 74, values: (_, splits) => splits.map(show) },
      ],
      series: [{}, ...drawnSeries],
      hooks: {
        setCursor: [
          ({ cursor: { idx } }) => {
            if (idx === null || idx === undefined) return tell('');
            const parts = series.map(({ label, values: own }) => {
              const value = own[idx] ?? null;
              return value === null ? '' : `${label} ${show(value)}`;
            });
            tell([labels[idx] ?? '', ...parts.filter(Boolean)].join(' · '));
          },
        ],
      },
    },
    [places, ...values] as uPlot.AlignedData,
    host,
  );
  return {
    fit: () => {
      if (host.clientWidth > 0 && host.clientWidth !== chart.width)
        chart.setSize({ width: host.clientWidth, height: HEIGHT });
    },
    end: () => chart.destroy(),
  };
}

/** Values piled up, the last at the bottom: they are drawn in their order, and each covers what belongs to those below it. */
function piled(all: readonly (readonly (number | null)[])[]): (number | null)[][] {
  if (all.length === 1) return all.map((values) => [...values]);
  return all.map((values, index) =>
    values.map((_, at) => all.slice(index).reduce((sum, others) => sum + (others[at] ?? 0), 0)),
  );
}

/** Bars begin at zero, and lines too unless their values are all far from it; some room above. */
function rangeOf(
  low: number | null,
  high: number | null,
  { kind, most: cap = Number.POSITIVE_INFINITY }: { kind: ChartProps['kind']; most: number | undefined },
): [number, number] {
  const [least, most] = [low ?? 0, high ?? 1];
  const isFar = kind === 'line' && least > 0 && most - least < least / 2;
  const spread = most - least || most || 1;
  return [isFar ? Math.max(0, least - spread * 0.3) : Math.min(0, least), Math.min(cap, most + spread * 0.1)];
}
