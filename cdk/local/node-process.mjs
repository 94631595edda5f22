import { fileURLToPath } from 'node:url';

/** The Node that runs the scripts, as TypeScript is. */
export const NODE_MAJOR = 24;

const [major] = process.versions.node.split('.');

export const isOldNode = Number(major) < NODE_MAJOR;

/** Compiled code of an earlier start, types stripped: half of the time of a start. */
export const COMPILED = fileURLToPath(new URL('../../dist/compiled', import.meta.url));
