import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { GUIDE_EXTENSION, PAGE } from '../functions/compose/packed-folders.ts';
import { docsNavigation, guidePages } from './guide-pages.ts';

const SOURCES = fileURLToPath(new URL('../functions/docs', import.meta.url));

/** The mark of the product, which is the console's. */
const ICON = fileURLToPath(new URL('../functions/console/icon.svg', import.meta.url));

/** Folder of the package whose files are served unchanged. */
const require = createRequire(import.meta.url);
const SWAGGER_UI = dirname(require.resolve('swagger-ui-dist/package.json'));

/** A file of the API reference as it is served. */
export interface DocsFile {
  readonly name: string;
  /** Packed by gzip. */
  readonly packed: Uint8Array;
}

/** The page at /docs, the guides and their files; each name except those of pages contains the digest of its content. */
export async function buildDocs(): Promise<readonly DocsFile[]> {
  const { outputFiles } = await build({
    entryPoints: [join(SOURCES, 'main.ts'), join(SOURCES, 'guide.ts')],
    outdir: SOURCES,
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
    'nav.css': readFileSync(join(SOURCES, 'nav.css')),
    'guide.css': readFileSync(join(SOURCES, 'guide.css')),
    'icon.svg': readFileSync(ICON),
    ...Object.fromEntries(outputFiles.map(({ path, contents }) => [basename(path), contents])),
  };
  let pages: readonly (readonly [string, string])[] = [
    [PAGE, readFileSync(join(SOURCES, PAGE), 'utf8').replace('<!-- navigation -->', docsNavigation())],
    ...guidePages().map(({ name, page }) => [`${name}${GUIDE_EXTENSION}`, page] as const),
  ];
  const files = Object.entries(contents).map(([name, bytes]) => {
    const extension = extname(name);
    const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
    const served = `${name.slice(0, -extension.length)}.${digest}${extension}`;
    pages = pages.map(([of, page]) => [of, page.replaceAll(`/docs/${name}`, `/docs/${served}`)]);
    return { name: served, packed: gzipSync(bytes) };
  });
  return [...files, ...pages.map(([name, page]) => ({ name, packed: gzipSync(page) }))];
}
