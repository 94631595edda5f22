import type { Point } from '../../platform/core/geography.ts';

/** Points as text, in Google's encoding: differences of the coordinates with five decimals. */
export function encodePolyline(points: readonly Point[]): string {
  let text = '';
  let lat = 0;
  let lng = 0;
  for (const point of points) {
    const nextLat = Math.round(point.lat * 1e5);
    const nextLng = Math.round(point.lng * 1e5);
    text += encodeNumber(nextLat - lat) + encodeNumber(nextLng - lng);
    lat = nextLat;
    lng = nextLng;
  }
  return text;
}

/** The points of an encoded text; `decimals` is 6 for Valhalla. */
export function decodePolyline(text: string, decimals = 5): readonly Point[] {
  const factor = 10 ** decimals;
  const points: Point[] = [];
  let at = 0;
  const next = () => {
    let value = 0;
    let shift = 0;
    let byte: number;
    do {
      byte = text.charCodeAt(at) - 63;
      at += 1;
      value |= (byte & 0x1f) << shift;
      shift += 5;
    } while (byte >= 0x20);
    return value & 1 ? ~(value >> 1) : value >> 1;
  };
  let lat = 0;
  let lng = 0;
  while (at < text.length) {
    lat += next();
    lng += next();
    points.push({ lat: lat / factor, lng: lng / factor });
  }
  return points;
}

function encodeNumber(value: number): string {
  let rest = value < 0 ? ~(value << 1) : value << 1;
  let text = '';
  while (rest >= 0x20) {
    text += String.fromCharCode((0x20 | (rest & 0x1f)) + 63);
    rest >>= 5;
  }
  return text + String.fromCharCode(rest + 63);
}
