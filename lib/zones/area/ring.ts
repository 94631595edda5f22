/** A corner in the order of maps, `[longitude, latitude]`. Across the date line longitudes go on beyond 180. */
export type Corner = readonly [lng: number, lat: number];

/** A closed line of corners: the last is the first. */
export type Ring = readonly Corner[];

/** The outline of an area, and its holes. */
export type Polygon = readonly Ring[];

/** Degrees are kept to 6 decimals: 11 cm. */
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
  let [lng, lat, index] = [0, 0, 0];
  const next = (): number => {
    let [value, shift, byte] = [0, 0, 0];
    do {
      byte = text.charCodeAt(index) - 63;
      index += 1;
      value |= (byte & 31) << shift;
      shift += 5;
    } while (byte >= 32);
    return value & 1 ? ~(value >>> 1) : value >>> 1;
  };
  while (index < text.length) {
    lat += next();
    lng += next();
    ring.push([lng / SCALE, lat / SCALE]);
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
