/** Objects to which others refer by id. Each kind has its own key, so that two kinds never share an id. */
export const USED_KINDS = Object.freeze([
  'dispatch_strategy',
  'optimization_strategy',
  'destination',
  'connection',
  'agent',
  'custom_event',
] as const);

export type UsedKind = (typeof USED_KINDS)[number];
