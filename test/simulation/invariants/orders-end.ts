import { OWN_FLEET } from '../../../lib/fleet/own-fleet/provider/index.ts';
import { isTaskOver, isTerminal, type TaskStatus } from '../../../lib/fulfilment/jobs/index.ts';
import { defineInvariant } from './define-invariant.ts';

export const ordersEnd = defineInvariant({
  name: 'orders-end',
  number: 3,
  sentence: 'Every order ends delivered, failed with a reason, or waiting for a person.',
  atEnd({ world }, report) {
    // A changed strategy does not dispatch what came before the change.
    const strategies = new Map(
      world
        .items('strategy')
        .filter(({ version }) => version === 1)
        .map(({ data }) => [data.id, data]),
    );
    const jobs = new Set(world.items('job').map(({ data }) => data.id));
    const tasks = world.items('task').map(({ data }) => data);
    const deliveries = new Map(world.items('delivery').map(({ data }) => [data.taskId, data]));
    const configurations = world.items('configuration').map(({ data }) => data);
    for (const { data: order } of world.items('order')) {
      const { id, status, jobId, dispatchStrategyId, isHeld, deliveryMode, validationErrors } = order;
      if (status === 'dispatch_failure' && !order.dispatchFailureReason)
        report(`${id} failed without a reason.`);
      if (status === 'needs_attention' && Object.keys((validationErrors ?? {}) as object).length === 0) {
        report(`${id} needs attention for no reason.`);
      }
      if (status === 'dispatched' && !jobs.has(jobId)) report(`${id} is dispatched without a job.`);
      const strategy = strategies.get(dispatchStrategyId) as Record<string, unknown> | undefined;
      const settings = (strategy?.settings ?? strategy) as
        | { readonly enableAutoDispatch?: boolean }
        | undefined;
      const goesByItself =
        (status === 'valid' || status === 'confirmed') &&
        settings?.enableAutoDispatch === true &&
        !isHeld &&
        deliveryMode === 'now' &&
        order.deliveryWindowId === undefined;
      if (goesByItself) report(`${id} is ${status}, its strategy sends it out, and nobody did.`);
    }
    for (const configuration of configurations) {
      const { jobId, id, canceledAt, exhaustedAt } = configuration;
      const attempts = tasks
        .filter((task) => task.configurationId === id)
        .sort((a, b) => Number(a.attempt) - Number(b.attempt));
      const last = attempts.at(-1);
      if (!last || canceledAt || exhaustedAt) continue;
      const status = last.status as TaskStatus;
      const delivery = deliveries.get(last.id);
      const handover = last.handover as { readonly phase: string };
      // A courier of the own fleet has it: a person, who may take any amount of time.
      if (status === 'running' && delivery?.providerId === OWN_FLEET.id) continue;
      if (status === 'running' && delivery && !isTerminal(delivery.status as never)) {
        report(`${last.id} of ${jobId} runs for ever: its delivery is ${delivery.status}.`);
      } else if (
        status === 'planned_selection' ||
        (status === 'created' && last.providerId && handover.phase !== 'settled')
      ) {
        report(`${last.id} of ${jobId} is ${status} (${handover.phase}) for ever.`);
      } else if (!isTaskOver(status) && status !== 'created' && status !== 'running') {
        report(`${last.id} of ${jobId} ends as ${status}.`);
      }
    }
  },
});
