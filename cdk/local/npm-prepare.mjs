// Plain JavaScript, as an older Node installs as well. Where an installation is only checked, nobody starts anything.
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

const MAJOR = 24;
const [major] = process.versions.node.split('.');

if (Number(major) >= MAJOR && !process.env.CI) {
  enableCompileCache(fileURLToPath(new URL('../../dist/compiled', import.meta.url)));
  await import('./preparation/prepare-installation.ts');
}
