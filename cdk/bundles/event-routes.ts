import type { Plugin } from 'esbuild';
import { moduleFilter } from './module-filter.ts';

/**
 * Puts the map from events to workers into the router's bundle as a value, without the workers from which it is made.
 */
export const bundleEventRoutes: Plugin = Object.freeze({
  name: 'event-routes',
  setup(build: Parameters<Plugin['setup']>[0]) {
    build.onLoad({ filter: moduleFilter('functions/compose/event-routes.ts') }, async () => {
      // Imported late: callers that only need the directory of the bundles do not need the functions.
      const { eventRoutes } = await import('../../functions/compose/event-routes.ts');
      return { contents: `export const eventRoutes = ${JSON.stringify(eventRoutes)};`, loader: 'js' };
    });
  },
});
