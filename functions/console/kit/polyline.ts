/** Points of an encoded polyline (precision 5), as longitude and latitude. */
export function decodePolyline(text: string): readonly (readonly [number, number])[] {
  const points: (readonly [number, number])[] = [];
  let at = 0;
  let lat = 0;
  let lng = 0;
  const next = () => {
    let value = 0;
    let shift = 0;
    let byte: number;
    do {
      byte = text.charCodeAt(at++) - 63;
      value |= (byte & 31) << shift;
      shift += 5;
    } while (byte >= 32 && at < text.length);
    return value & 1 ? ~(value >> 1) : value >> 1;
  };
  while (at < text.length) {
    lat += next();
    lng += next();
    points.push([lng / 1e5, lat / 1e5]);
  }
  return points;
}
