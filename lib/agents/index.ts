export { AGENT_FIELD_TYPES, type Agent } from './agent.ts';
export {
  type AgentFields,
  createAgent,
  deleteAgent,
  listAgents,
  readAgent,
  type StoredAgent,
  updateAgent,
} from './manage-agents.ts';
export { agentContention, agentNotFound, tooManyAgents } from './refusals.ts';
