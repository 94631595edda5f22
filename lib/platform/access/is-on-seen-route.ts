/**
 * Whether a caller that is limited to driver groups may see objects on this route: the route must be one of
 * theirs. `routeIds` are the routes of the groups; null or absent = no limit.
 */
export function isOnSeenRoute(
  { routeIds }: { readonly routeIds?: readonly string[] | null | undefined },
  routeId: string | null | undefined,
): boolean {
  if (routeIds === null || routeIds === undefined) return true;
  return typeof routeId === 'string' && routeIds.includes(routeId);
}
