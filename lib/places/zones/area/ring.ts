/** A corner in the order of maps, `[longitude, latitude]`. Across the date line longitudes continue beyond 180. */
export type Corner = readonly [lng: number, lat: number];

/** A closed line of corners: the last is the first. */
export type Ring = readonly Corner[];

/** The outline of an area, and its holes. */
export type Polygon = readonly Ring[];

/** Degrees are rounded to 6 decimals: 11 cm. */
const SCALE = 1e6;

/** The corner as it is stored. */
export function roundCorner([lng, lat]: Corner): Corner {
  // Adding 0 makes -0 a plain 0.
  return [Math.round(lng * SCALE) / SCALE + 0, Math.round(lat * SCALE) / SCALE + 0];
}

/** A ring as text, 5 to 10 characters a corner: the encoded polyline format with 6 decimals. */
export function encodeRing(ring: Ring): string {
  let text = '';
  let [lngBefore, latBefore] = [0, 0];
  for (const [lng, lat] of ring) {
    const [lngNow, latNow] = [Math.round(lng * SCALE), Math.round(lat * SCALE)];
    text += encodeNumber(latNow - latBefore) + encodeNumber(lngNow - lngBefore);
    [lngBefore, latBefore] = [lngNow, latNow];
  }
  return text;
}

/** The ring of a text that `encodeRing` wrote. */
export function decodeRing(text: string): Corner[] {
  const ring: Corner[] = [];
  const { length } = text;
  // A look-up decodes every zone that may contain its point. Plain variables take a third of the time of a closure.
  let lat = 0;
  let lng = 0;
  let value = 0;
  let shift = 0;
  let isLat = true;
  for (let index = 0; index < length; index += 1) {
    const byte = text.charCodeAt(index) - 63;
    value |= (byte & 31) << shift;
    shift += 5;
    if (byte >= 32) continue;
    const step = value & 1 ? ~(value >>> 1) : value >>> 1;
    if (isLat) lat += step;
    else {
      lng += step;
      ring.push([lng / SCALE, lat / SCALE]);
    }
    isLat = !isLat;
    value = 0;
    shift = 0;
  }
  return ring;
}

function encodeNumber(value: number): string {
  let rest = value < 0 ? ~(value << 1) : value << 1;
  let text = '';
  while (rest >= 32) {
    text += String.fromCharCode((32 | (rest & 31)) + 63);
    rest >>>= 5;
  }
  return text + String.fromCharCode(rest + 63);
}
