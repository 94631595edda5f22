import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'esbuild';

/** JSON files from this size on are packed, in bytes. */
const WORTH_PACKING_BYTES = 50_000;

/** Highest compression: it is done once at build. */
const LEVEL = 9;

/**
 * Puts large JSON files into bundles as gzip instead of as source text: the API document shrinks to a fortieth. Unpacking
 * takes some milliseconds at load, most of them for Node's `zlib`, which nothing else loads at its start.
 */
export const packJson: Plugin = Object.freeze({
  name: 'pack-json',
  setup(build: Parameters<Plugin['setup']>[0]) {
    build.onLoad({ filter: /\.json$/ }, ({ path }) => {
      const json = readFileSync(path, 'utf8');
      if (json.length < WORTH_PACKING_BYTES) return undefined;
      const packed = gzipSync(JSON.stringify(JSON.parse(json)), { level: LEVEL }).toString('base64');
      return {
        loader: 'js',
        contents: `import { gunzipSync } from 'node:zlib';
export default JSON.parse(gunzipSync(Buffer.from('${packed}', 'base64')).toString('utf8'));`,
      };
    });
  },
});
