import { buildWebApp, type WebAppFile } from './build-web-app.ts';

const together = {
  // What loads the texts must not load what contains them.
  texts: /\/console\/(kit\/language(-choice)?|texts\/texts|messages)\.ts$|vite\/preload-helper/,
  // Preact, and what the frame and nearly every screen are made of.
  kit: /\/node_modules\/preact\/|\/console\/kit\/(api|close-menus|dates|form|format|icons|idle|late|live|lookups|me|product|router|session|settings|theme|ui)\.tsx?$/,
};

/** The operations console, as it is served under `/console`. */
export function buildConsole(): Promise<readonly WebAppFile[]> {
  return buildWebApp({ folder: 'console', base: '/console/', together });
}
