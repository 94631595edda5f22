import { defineArea, serveArea } from '../../../lib/platform/http/index.ts';
import { type ConsoleDeps, consoleDeps } from './deps.ts';
import { getConsoleFile } from './get-console-file.ts';
import { getDriverAppFile } from './get-driver-app-file.ts';
import { showConsole } from './show-console.ts';
import { showDriverApp } from './show-driver-app.ts';

/** The applications for browsers: the operations console and the driver's app, each with its page and its files. */
export const consoleArea = defineArea<ConsoleDeps>({
  name: 'console',
  endpoints: [showConsole, getConsoleFile, showDriverApp, getDriverAppFile],
  uses: { table: 'read', namesBucket: true, readsMapKey: true },
});

export const handler = serveArea(consoleArea, consoleDeps);
