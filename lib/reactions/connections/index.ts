export { type CallDeps, callThrough } from './call-through.ts';
export { CONNECTION_METHODS, MAX_CONNECTIONS } from './connection.ts';
export {
  type ConnectionDeps,
  createConnection,
  deleteConnection,
  listConnections,
  readConnection,
  type StoredConnection,
  updateConnection,
} from './manage-connections.ts';
export { connectionNotFound, invalidConnection, tooManyConnections } from './refusals.ts';
export { requestSender, type SendRequest } from './send-request.ts';
export { testConnection } from './test-connection.ts';
