import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PAGE } from '../functions/compose/packed-folders.ts';
import { buildWebApp, type WebAppFile } from './build-web-app.ts';

const SOURCES = new URL('../functions/driver-app/', import.meta.url);

/** Files of the app that phones find by their names. */
const NAMED = ['app.webmanifest', 'icon.svg'];

/** The driver's app, as it is served under `/driver`. */
export function buildDriverApp(): Promise<readonly WebAppFile[]> {
  return buildWebApp({
    folder: 'driver-app',
    base: '/driver/',
    async fixedFiles(built, digest) {
      const names = [...built.filter((name) => name !== PAGE), ...NAMED];
      return [
        ...NAMED.map((name) => ({ name, content: readFileSync(new URL(name, SOURCES)) })),
        { name: 'service-worker.js', content: await serviceWorker(names, digest) },
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
