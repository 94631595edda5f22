import type { CloudContext, CloudPart } from './ports.ts';

/** Makes one part of the local cloud. */
export type PartFactory = (context: CloudContext) => Promise<CloudPart>;

/** The services of the local cloud beside functions, permissions and the HTTP API, in the order they start. */
export const localParts: readonly PartFactory[] = Object.freeze([]);
