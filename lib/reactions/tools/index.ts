export { argumentProblem } from './argument-problem.ts';
export {
  type CallService,
  callTool,
  type ServiceReply,
  type ServiceRequest,
  type ToolResult,
} from './call-tool.ts';
export { ESSENTIAL_TOOLS } from './groups.ts';
export { TOOL_REQUEST_LIMIT } from './request-limit.ts';
export {
  type ProtocolParts,
  type ProtocolReply,
  type ProtocolRequest,
  serveProtocol,
} from './serve-protocol.ts';
export { type JsonSchema, selfContained, type Tool, type ToolCatalogue } from './tool.ts';
export { type ApiDocument, toolsOfDocument } from './tools-of-document.ts';
