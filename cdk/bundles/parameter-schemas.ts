import type { Plugin } from 'esbuild';
import { moduleFilter } from './module-filter.ts';

/**
 * Puts the JSON schemas of the triggers' parameters and of the parts of workflows into the bundles as values: a part of
 * the schema library that bundles leave out creates them.
 */
export const bundleParameterSchemas: Plugin = Object.freeze({
  name: 'parameter-schemas',
  setup(build: Parameters<Plugin['setup']>[0]) {
    build.onLoad({ filter: moduleFilter('lib/reactions/notifications/parameter-schemas.ts') }, async () => {
      // Imported late: callers that only need the directory of the bundles do not need the triggers.
      const { parameterSchemas } = await import('../../lib/reactions/notifications/index.ts');
      return {
        contents: `export const parameterSchemas = ${JSON.stringify(parameterSchemas)};`,
        loader: 'js',
      };
    });
    build.onLoad({ filter: moduleFilter('lib/engines/workflows/schema/workflow-schema.ts') }, async () => {
      const { workflowSchema } = await import('../../lib/engines/workflows/index.ts');
      const value = JSON.stringify(workflowSchema());
      return { contents: `export const workflowSchema = () => (${value});`, loader: 'js' };
    });
  },
});
