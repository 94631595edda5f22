import { doWork, modelWorkers, runWorkDue, type Workers } from '../../lib/automations/index.ts';
import { defineQueueWorker, type EventRecord, serveQueueWorker } from '../../lib/events/index.ts';
import { type CoreDeps, coreDeps } from '../../lib/runtime/index.ts';
import { installedModel } from '../installed-model.ts';

/** What the work of runs needs. */
export interface WorkDeps extends CoreDeps {
  readonly workers: Workers;
}

/** Does the work that runs of workflows hand out because it takes time. */
export const worker = defineQueueWorker<WorkDeps>({
  name: 'do-workflow-work',
  consumes: [runWorkDue],
  maxConcurrency: 3,
  timeoutSeconds: 900,
  uses: { table: 'readWrite', models: true },
  failureImpact: 'Runs of workflows that wait for a request or a model stand still.',
  async handle(event: EventRecord, deps: WorkDeps) {
    const { runId, nodeKey } = runWorkDue.parse(event).data;
    await doWork({ organizationId: event.organizationId, runId, nodeKey }, deps.workers, deps);
  },
});

export const handler = serveQueueWorker(worker, () => ({
  ...coreDeps(),
  workers: modelWorkers(installedModel()),
}));
