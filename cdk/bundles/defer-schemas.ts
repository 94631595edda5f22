import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';

const DEFERRED = fileURLToPath(new URL('deferred-zod.ts', import.meta.url));

/** Gives our modules `deferred-zod.ts` where they import `zod`. */
export const deferSchemas: Plugin = Object.freeze({
  name: 'defer-schemas',
  setup(bundling: Parameters<Plugin['setup']>[0]) {
    bundling.onResolve({ filter: /^zod$/ }, () => ({ path: DEFERRED }));
  },
});
