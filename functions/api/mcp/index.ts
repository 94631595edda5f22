import { defineArea, serveArea } from '../../../lib/platform/http/index.ts';
import { type McpDeps, mcpDeps } from './deps.ts';
import { talkMcp } from './talk-mcp.ts';

/** The tool server for assistants. */
export const mcpArea = defineArea<McpDeps>({
  name: 'mcp',
  endpoints: [talkMcp],
  uses: { table: 'readWrite' },
  limitsRequests: true,
});

export const handler = serveArea(mcpArea, mcpDeps);
