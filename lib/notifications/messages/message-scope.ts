import { renderJob } from '../../jobs/index.ts';
import { renderOrder } from '../../orders/index.ts';
import type { JsonObject, RunContext } from '../../workflows/index.ts';
import type { Happening } from '../types/define-trigger-type.ts';

/** What the variables of a message see: the same names as in workflows, filled from the job and the order. */
export function messageContext({ job, task, order }: Happening): RunContext {
  const rendered = job && renderJob(job);
  const configuration = rendered?.jobConfigurations.find(({ tasks }) =>
    tasks.some(({ id }) => id === task?.id),
  );
  const shown = configuration ?? rendered?.jobConfigurations[0];
  return {
    order: order ? json(renderOrder(order)) : null,
    job: rendered
      ? json({
          ...rendered,
          publicTrackingUrl: shown?.publicTrackingUrl ?? null,
          jobConfigurations: undefined,
        })
      : null,
    package: shown ? json(shown.package) : null,
    task: shown ? json(shown.advancedTask) : null,
    delivery: shown?.delivery ? json(shown.delivery) : null,
  };
}

function json(value: unknown): JsonObject {
  return JSON.parse(JSON.stringify(value));
}
