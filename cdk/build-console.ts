import { buildWebApp, type WebAppFile } from './build-web-app.ts';

/** The operations console, as it is served under `/console`. */
export function buildConsole(): Promise<readonly WebAppFile[]> {
  return buildWebApp({ folder: 'console', base: '/console/' });
}
