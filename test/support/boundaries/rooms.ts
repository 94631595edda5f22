/** The rooms of `lib`, from top to bottom: a room imports rooms below it only. `lib/client` is a package of its own. */
export const ROOMS = Object.freeze([
  'operations',
  'reactions',
  'fleet',
  'fulfilment',
  'ordering',
  'places',
  'people',
  'engines',
  'platform',
] as const);

/** `ordering` of `lib/ordering/orders/rules/times.ts`; undefined outside the rooms. */
export function roomOf(path: string | undefined): string | undefined {
  const [folder, room = ''] = path?.split('/') ?? [];
  return folder === 'lib' && (ROOMS as readonly string[]).includes(room) ? room : undefined;
}

/** Place of a path's room from the top; NaN outside the rooms, which compares with nothing. */
export function depthOf(path: string | undefined): number {
  const room = roomOf(path);
  return room === undefined ? Number.NaN : (ROOMS as readonly string[]).indexOf(room);
}

/** `lib/ordering/orders` of `lib/ordering/orders/rules/times.ts`, `lib/client`; undefined outside lib. */
export function unitOf(path: string | undefined): string | undefined {
  if (!path?.startsWith('lib/')) return undefined;
  return path
    .split('/')
    .slice(0, roomOf(path) === undefined ? 2 : 3)
    .join('/');
}
