import { readFileSync } from 'node:fs';
import type { Plugin } from 'esbuild';

/** Keeps only the version of an SDK client's package.json, which is all the client reads: 2.3 kB less per client. */
export const trimPackageInfo: Plugin = Object.freeze({
  name: 'trim-package-info',
  setup(build: Parameters<Plugin['setup']>[0]) {
    build.onLoad({ filter: /[\\/]@aws-sdk[\\/]client-[\w-]+[\\/]package\.json$/ }, ({ path }) => {
      const { name, version } = JSON.parse(readFileSync(path, 'utf8'));
      return { loader: 'json', contents: JSON.stringify({ name, version }) };
    });
  },
});
