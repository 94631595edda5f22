import { defineQueueWorker, type EventRecord, serveQueueWorker } from '../../lib/platform/events/index.ts';
import { coreDeps } from '../../lib/platform/runtime/index.ts';
import { agentConversationCompleted } from '../../lib/reactions/agents/index.ts';
import {
  finishAgentWork,
  performWork,
  runWorkDue,
  type WorkDeps,
} from '../../lib/reactions/automations/index.ts';
import { requestSender } from '../../lib/reactions/connections/index.ts';
import { credentialStore } from '../compose/credential-store.ts';
import { installedModel } from '../compose/installed-model.ts';
import { destinationPolicy } from '../compose/webhook-destinations.ts';

/** Does the longer work that workflow runs start. */
export const worker = defineQueueWorker<WorkDeps>({
  name: 'do-workflow-work',
  consumes: [runWorkDue, agentConversationCompleted],
  maxConcurrency: 3,
  timeoutSeconds: 900,
  uses: { table: 'readWrite', models: true, credentials: 'read' },
  failureImpact: 'Workflow runs that wait for a request or a model do not continue.',
  async handle(deps: WorkDeps, event: EventRecord) {
    if (event.name === agentConversationCompleted.name) {
      const { runId: agentRunId, work } = agentConversationCompleted.parse(event).data;
      if (work) await finishAgentWork(deps, event.organizationId, agentRunId);
      return;
    }
    const { runId, nodeKey } = runWorkDue.parse(event).data;
    await performWork(deps, { organizationId: event.organizationId, runId, nodeKey });
  },
});

export const handler = serveQueueWorker(worker, () => {
  const { model, defaultModel } = installedModel();
  return {
    ...coreDeps(),
    model,
    defaultModel,
    store: credentialStore(),
    send: requestSender(destinationPolicy()),
  };
});
