import { askDecision, callAgent, summarizeText } from './ask-models.ts';
import type { Worker, WorkKey } from './define-worker.ts';
import { invokeAgent } from './invoke-agent.ts';
import { requestOptimization } from './request-optimization.ts';
import { sendRequest } from './send-request.ts';

/** How to do the work of every action whose effect is work. */
export const workers: { readonly [Key in WorkKey]: Worker<Key> } = {
  optimization_strategy: requestOptimization,
  summarize: summarizeText,
  agent_call: callAgent,
  // No browser is part of the service.
  browser_automation: async (_deps, { action }) => ({
    outcome: 'failed',
    reason: `This installation cannot carry out "${action}".`,
  }),
  send_http_request: sendRequest,
  ai_decision: askDecision,
  invoke_agent: invokeAgent,
};
