import { defineArea, serveArea } from '../../../lib/platform/http/index.ts';
import { type ConsoleDeps, consoleDeps } from './deps.ts';
import { getConsoleFile } from './get-console-file.ts';
import { showConsole } from './show-console.ts';

/** The operations console: its page and its files. */
export const consoleArea = defineArea<ConsoleDeps>({
  name: 'console',
  endpoints: [showConsole, getConsoleFile],
  uses: { table: 'read', namesBucket: true },
});

export const handler = serveArea(consoleArea, consoleDeps);
