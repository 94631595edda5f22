import * as z from 'zod';
import { receiveProviderUpdate } from '../../lib/fulfilment/jobs/index.ts';
import { type Report, stepSimulation } from '../../lib/fulfilment/providers/simulators/index.ts';
import { isLostRace } from '../../lib/platform/core/commit.ts';
import { isRefusal } from '../../lib/platform/core/refusal.ts';
import { defineTaskWorker, serveTaskWorker } from '../../lib/platform/events/index.ts';
import { type CoreDeps, coreDeps } from '../../lib/platform/runtime/index.ts';

const input = z.object({ organizationId: z.string(), key: z.string(), providerId: z.string() });

interface Deps extends CoreDeps {
  readonly report: Report;
}

/** Makes a simulated courier's next step; the state machine waits and calls it again. */
export const worker = defineTaskWorker<z.infer<typeof input>, Deps>({
  name: 'step-simulation',
  input,
  timeoutSeconds: 30,
  uses: { table: 'readWrite' },
  failureImpact: 'Deliveries of simulated providers do not move.',
  handle: (deps, simulation) => stepSimulation(deps, simulation),
});

export const handler = serveTaskWorker(worker, () => {
  const core = coreDeps();
  const report: Report = async (from, update) => {
    const delivery = await receiveProviderUpdate(core, from, update);
    if (!isRefusal(delivery)) return 'told';
    if (isLostRace(delivery)) throw new Error(delivery.message);
    return 'over';
  };
  return { ...core, report };
});
