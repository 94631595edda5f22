import type { OnLoadArgs, OnLoadResult, Plugin } from 'esbuild';

/**
 * The plugin, which loads each module only once however many functions contain it: what it makes of a module does not
 * depend on the function.
 */
export function loadedOnce(plugin: Plugin): Plugin {
  const loaded = new Map<string, Promise<OnLoadResult | null | undefined>>();
  return Object.freeze({
    name: plugin.name,
    setup: (build: Parameters<Plugin['setup']>[0]) =>
      plugin.setup({
        ...build,
        onLoad: (options, load) =>
          build.onLoad(options, (module: OnLoadArgs) => {
            const key = `${module.namespace}:${module.path}`;
            const known = loaded.get(key) ?? Promise.resolve(load(module));
            loaded.set(key, known);
            return known;
          }),
      }),
  });
}
