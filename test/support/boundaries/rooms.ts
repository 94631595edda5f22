/** The rooms of `lib`, from top to bottom; a room imports only rooms below it. `lib/client` is a separate package. */
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

/** `ordering` for `lib/ordering/orders/rules/times.ts`; undefined outside the rooms. */
export function roomOf(path: string | undefined): string | undefined {
  const [folder, room = ''] = path?.split('/') ?? [];
  return folder === 'lib' && (ROOMS as readonly string[]).includes(room) ? room : undefined;
}

/** Place of a path's room from the top; NaN outside the rooms, so that comparisons are false. */
export function depthOf(path: string | undefined): number {
  const room = roomOf(path);
  return room === undefined ? Number.NaN : (ROOMS as readonly string[]).indexOf(room);
}

/** `lib/ordering/orders` for `lib/ordering/orders/rules/times.ts`; also `lib/client`; undefined outside lib. */
export function unitOf(path: string | undefined): string | undefined {
  if (!path?.startsWith('lib/')) return undefined;
  return path
    .split('/')
    .slice(0, roomOf(path) === undefined ? 2 : 3)
    .join('/');
}
