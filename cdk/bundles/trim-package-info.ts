import { readFileSync } from 'node:fs';
import type { Plugin } from 'esbuild';

/** Leaves of an SDK client's package.json what the client reads of it, its version: 2.3 kB less of each client. */
export const trimPackageInfo: Plugin = Object.freeze({
  name: 'trim-package-info',
  setup(build: Parameters<Plugin['setup']>[0]) {
    build.onLoad({ filter: /[\\/]@aws-sdk[\\/]client-[\w-]+[\\/]package\.json$/ }, ({ path }) => {
      const { name, version } = JSON.parse(readFileSync(path, 'utf8'));
      return { loader: 'json', contents: JSON.stringify({ name, version }) };
    });
  },
});
