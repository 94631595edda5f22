/** The entities a workflow can have behind it (specification 2.7). `task` is a delivery attempt. */
export const entityNames = Object.freeze(['order', 'package', 'job', 'task', 'delivery', 'route'] as const);

/** One of the entities. */
export type EntityName = (typeof entityNames)[number];
