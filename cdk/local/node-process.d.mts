/** See `node-process.mjs`, which is plain JavaScript for older Nodes. */
export const NODE_MAJOR: number;
export const isOldNode: boolean;
export const COMPILED: string;
