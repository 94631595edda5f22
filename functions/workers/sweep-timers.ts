import * as z from 'zod';
import { defineTaskWorker, serveTaskWorker } from '../../lib/events/index.ts';
import { type CoreDeps, coreDeps } from '../../lib/runtime/index.ts';
import { sweepTimers } from '../../lib/timers/index.ts';

/** Every five minutes: fires timers that are overdue because their execution is gone. */
export const worker = defineTaskWorker<Record<string, never>, CoreDeps>({
  name: 'sweep-timers',
  input: z.object({}),
  schedule: 'rate(5 minutes)',
  timeoutSeconds: 240,
  uses: { table: 'readWrite' },
  failureImpact: 'Timers that lost their execution are not noticed.',
  handle: (_input, deps) => sweepTimers(deps),
});

export const handler = serveTaskWorker(worker, coreDeps);
