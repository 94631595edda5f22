// Plain JavaScript, as an older Node installs as well. Where an installation is only checked, nobody starts anything.
import { enableCompileCache } from 'node:module';
import { COMPILED, isOldNode } from './node-process.mjs';

if (!isOldNode && !process.env.CI) {
  enableCompileCache(COMPILED);
  await import('./preparation/prepare-installation.ts');
}
