import { followTemplate, type TemplateDeps, templateTimer } from '../../lib/fleet/templates/index.ts';
import { defineQueueWorker, serveQueueWorker } from '../../lib/platform/events/index.ts';
import { windowDeps } from '../api/windows/deps.ts';

/** Creates delivery windows and shifts from templates, as far ahead as these say. */
export const worker = defineQueueWorker<TemplateDeps>({
  name: 'follow-templates',
  consumes: [templateTimer.fired],
  maxConcurrency: 2,
  timeoutSeconds: 60,
  uses: { table: 'readWrite' },
  failureImpact: 'Templates create no further delivery windows and shifts.',
  handle: followTemplate,
});

export const handler = serveQueueWorker(worker, windowDeps);
