import type { TrackingView } from './tracking-view.ts';

const WIDTH = 320;
const HEIGHT = 180;
const MARGIN = 28;

type Map = NonNullable<TrackingView['map']>;

/**
 * Position of the courier between sender and recipient, drawn to scale. It needs no map tiles and therefore no request
 * to others: a map service would learn who is waiting for what.
 */
export function drawMap(map: Map, label: string): string {
  const points = [map.pickup, map.dropoff, map.courier];
  const shrink = Math.cos((map.dropoff.lat * Math.PI) / 180);
  const xs = points.map(({ lng }) => lng * shrink);
  const ys = points.map(({ lat }) => -lat);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - top];
  const scale = Math.min(
    (WIDTH - 2 * MARGIN) / Math.max(width, 1e-6),
    (HEIGHT - 2 * MARGIN) / Math.max(height, 1e-6),
  );
  const place = (index: number) => {
    const x = (WIDTH - width * scale) / 2 + ((xs[index] ?? 0) - left) * scale;
    const y = (HEIGHT - height * scale) / 2 + ((ys[index] ?? 0) - top) * scale;
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  };
  const at = (index: number) => place(index).split(',');
  const [pickup, dropoff, courier] = [at(0), at(1), at(2)];
  const dot = ([x, y]: string[], r: number, name: string) =>
    `<circle class="${name}" cx="${x}" cy="${y}" r="${r}"/>`;
  return (
    `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${label}">` +
    `<polyline class="way" points="${place(0)} ${place(2)}"/>` +
    `<polyline class="way ahead" points="${place(2)} ${place(1)}"/>` +
    dot(pickup, 6, 'pickup') +
    `<path class="home" d="M${dropoff[0]} ${dropoff[1]}m-9 2l9-9 9 9v8h-18z"/>` +
    dot(courier, 14, 'halo') +
    dot(courier, 7, 'courier') +
    '</svg>'
  );
}
