/** With what drivers find their way: the phone's own choice, or one of these. */
export const NAVIGATORS = ['phone', 'google', 'apple', 'waze'] as const;
export type NavigatorName = (typeof NAVIGATORS)[number];

/** Opens the way to a point. */
export function navigationTo(
  { lat, lng }: { readonly lat: number; readonly lng: number },
  navigatorName: NavigatorName,
  userAgent = globalThis.navigator?.userAgent ?? '',
): string {
  const point = `${lat},${lng}`;
  switch (navigatorName) {
    case 'google':
      return `https://www.google.com/maps/dir/?api=1&destination=${point}`;
    case 'apple':
      return `https://maps.apple.com/?daddr=${point}`;
    case 'waze':
      return `https://waze.com/ul?ll=${point}&navigate=yes`;
    default:
      return /iPhone|iPad/.test(userAgent) ? `maps://?daddr=${point}` : `geo:${point}?q=${point}`;
  }
}
