/** A route as it is drawn: its places in driving order. */
export interface DrawnRoute {
  readonly places: readonly { readonly lat: number; readonly lng: number; readonly stopType: string }[];
}

const WIDTH = 900;
const MARGIN = 40;
const LEGEND = 22;

/** Eight colours that most people with color blindness can also distinguish. */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#7f3c8d', '#444444'];

/**
 * A map of routes as SVG: a line for each route, a numbered dot for each stop, a square at the loading place, and a
 * legend.
 */
export function mapPicture(routes: readonly DrawnRoute[]): string {
  const places = routes.flatMap((route) => route.places);
  const lats = places.map(({ lat }) => lat);
  const lngs = places.map(({ lng }) => lng);
  const [north, south] = [Math.max(...lats), Math.min(...lats)];
  const [west, east] = [Math.min(...lngs), Math.max(...lngs)];
  // Degrees of longitude are shorter away from the equator.
  const squeeze = Math.cos((((north + south) / 2) * Math.PI) / 180);
  const scale = (WIDTH - 2 * MARGIN) / Math.max((east - west) * squeeze, 1e-6);
  const height = Math.round((north - south) * scale + 2 * MARGIN + routes.length * LEGEND);
  const at = ({ lat, lng }: { readonly lat: number; readonly lng: number }) => [
    Math.round((MARGIN + (lng - west) * squeeze * scale) * 10) / 10,
    Math.round((MARGIN + (north - lat) * scale) * 10) / 10,
  ];
  const drawn = routes.map((route, index) => drawRoute(route, COLOURS[index % COLOURS.length]!, at));
  const legend = routes.map((route, index) => {
    const y = height - MARGIN / 2 - (routes.length - 1 - index) * LEGEND;
    const count = route.places.filter(({ stopType }) => stopType === 'DROPOFF').length;
    const colour = COLOURS[index % COLOURS.length]!;
    return (
      `<rect x="${MARGIN}" y="${y - 11}" width="12" height="12" fill="${colour}"/>` +
      `<text x="${MARGIN + 20}" y="${y}">Route ${index + 1}: ${count} dropoffs</text>`
    );
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" font-family="sans-serif" font-size="13" role="img" aria-label="Map of ${routes.length} routes">`,
    `<rect width="${WIDTH}" height="${height}" fill="#f7f5f0"/>`,
    ...drawn,
    ...legend,
    '</svg>',
    '',
  ].join('\n');
}

function drawRoute(
  { places }: DrawnRoute,
  colour: string,
  at: (place: { readonly lat: number; readonly lng: number }) => readonly number[],
): string {
  const line = places.map((place) => at(place).join(',')).join(' ');
  let stop = 0;
  const dots = places.map((place) => {
    const [x = 0, y = 0] = at(place);
    if (place.stopType !== 'DROPOFF')
      return `<rect x="${x - 6}" y="${y - 6}" width="12" height="12" fill="#222222"><title>${place.stopType}</title></rect>`;
    stop += 1;
    return (
      `<circle cx="${x}" cy="${y}" r="9" fill="${colour}"/>` +
      `<text x="${x}" y="${y + 4}" fill="#ffffff" font-size="10" text-anchor="middle">${stop}</text>`
    );
  });
  return `<polyline points="${line}" fill="none" stroke="${colour}" stroke-width="2.5" stroke-opacity="0.8"/>${dots.join('')}`;
}
