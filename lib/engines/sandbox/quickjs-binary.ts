import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The interpreter of the sandbox as WebAssembly. The build puts it, packed, beside the bundles (cdk/bundles). */
export function quickjsBinary(): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(createRequire(import.meta.url).resolve('quickjs-wasi/quickjs.wasm')));
}
