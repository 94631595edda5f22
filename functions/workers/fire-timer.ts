import * as z from 'zod';
import { defineTaskWorker, serveTaskWorker } from '../../lib/events/index.ts';
import { type CoreDeps, coreDeps } from '../../lib/runtime/index.ts';
import { fireTimer } from '../../lib/timers/index.ts';

const input = z.object({ organizationId: z.string(), timerId: z.string(), generation: z.number() });

/** Ends the wait of a timer: the last step of the timer state machine. */
export const worker = defineTaskWorker<z.infer<typeof input>, CoreDeps>({
  name: 'fire-timer',
  input,
  timeoutSeconds: 30,
  uses: { table: 'readWrite' },
  failureImpact: 'Timers fire late, when the sweeper finds them.',
  handle: async (firing, deps) => ({ outcome: await fireTimer(firing, deps) }),
});

export const handler = serveTaskWorker(worker, coreDeps);
