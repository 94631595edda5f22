import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PAGE } from '../functions/compose/packed-folders.ts';
import { buildWebApp, type WebAppFile } from './build-web-app.ts';

const SOURCES = new URL('../functions/driver-app/', import.meta.url);

/** Files of the app that phones find by their names. */
const NAMED = ['app.webmanifest', 'icon.png', 'icon.svg'];

/**
 * What only some phones need is kept on them when they ask for it: the reader of barcodes, which Android has by itself. It has this in
 * the names of its files.
 */
const LATE = /barcode|zxing|ponyfill/i;

/** The files that a phone keeps from the first opening on. */
export function firstFiles(built: readonly string[]): readonly string[] {
  return [...built.filter((name) => name !== PAGE && !LATE.test(name)), ...NAMED];
}

/** The driver's app, as it is served under `/driver`. */
export function buildDriverApp(): Promise<readonly WebAppFile[]> {
  return buildWebApp({
    folder: 'driver-app',
    base: '/driver/',
    async fixedFiles(built, digest) {
      return [
        ...NAMED.map((name) => ({ name, content: readFileSync(new URL(name, SOURCES)) })),
        { name: 'service-worker.js', content: await serviceWorker(firstFiles(built), digest) },
      ];
    },
  });
}

/** The script that keeps these files on the phone. */
async function serviceWorker(names: readonly string[], digest: string): Promise<Uint8Array> {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('service-worker.ts', SOURCES))],
    bundle: true,
    minify: true,
    write: false,
    target: 'es2022',
    define: { FILES: JSON.stringify(names), BUILD: JSON.stringify(digest) },
  });
  return outputFiles[0]!.contents;
}
