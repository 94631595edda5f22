import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { PAGE } from '../functions/compose/packed-folders.ts';

const SOURCES = fileURLToPath(new URL('../functions/docs', import.meta.url));

/** Folder of the package whose files are served unchanged. */
const require = createRequire(import.meta.url);
const SWAGGER_UI = dirname(require.resolve('swagger-ui-dist/package.json'));

/** A file of the API reference as it is served. */
export interface DocsFile {
  readonly name: string;
  /** Packed by gzip. */
  readonly packed: Uint8Array;
}

/** The page at /docs and its files; each name except the page's contains the digest of its content. */
export async function buildDocs(): Promise<readonly DocsFile[]> {
  const { outputFiles } = await build({
    entryPoints: [join(SOURCES, 'main.ts')],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    write: false,
  });
  const contents: Readonly<Record<string, Uint8Array>> = {
    'swagger-ui.css': readFileSync(join(SWAGGER_UI, 'swagger-ui.css')),
    'swagger-ui-bundle.js': readFileSync(join(SWAGGER_UI, 'swagger-ui-bundle.js')),
    'style.css': readFileSync(join(SOURCES, 'style.css')),
    'main.js': outputFiles[0]!.contents,
  };
  let page = readFileSync(join(SOURCES, PAGE), 'utf8');
  const files = Object.entries(contents).map(([name, bytes]) => {
    const extension = extname(name);
    const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
    const served = `${name.slice(0, -extension.length)}.${digest}${extension}`;
    page = page.replace(`/docs/${name}`, `/docs/${served}`);
    return { name: served, packed: gzipSync(bytes) };
  });
  return [...files, { name: PAGE, packed: gzipSync(page) }];
}
