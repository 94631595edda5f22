import { defineInvariant } from './define-invariant.ts';

interface RunData {
  readonly id: string;
  readonly organizationId: string;
  readonly workflowId: string;
  readonly version: number;
  readonly status: string;
  readonly mode: string;
  readonly legs: number;
  readonly isHeld: boolean;
  readonly startedBy: { readonly type: string; readonly eventId: string | null };
}

const OVER = ['completed', 'failed', 'cancelled'];

export const workflowsActOnce = defineInvariant({
  name: 'workflows-act-once',
  number: 12,
  sentence:
    'An event starts each workflow that listens once, a run writes each of its steps once, and comes to its end.',
  atEnd({ world, merchants }, report) {
    const runs = world.items('workflowRun').map(({ data }) => data as unknown as RunData);
    const started = new Map<string, string>();
    for (const { id, workflowId, mode, startedBy } of runs) {
      if (!startedBy.eventId || mode.endsWith('test')) continue;
      const cause = `${startedBy.eventId} ${workflowId} ${mode}`;
      const other = started.get(cause);
      if (other && startedBy.type === 'event') report(`${startedBy.eventId} started ${other} and ${id}.`);
      started.set(cause, id);
    }
    const legs = world.items('workflowRunLeg').map(({ data }) => data);
    for (const run of runs) {
      const own = legs.filter(({ runId }) => runId === run.id);
      if (own.length !== run.legs) report(`${run.id} counts ${run.legs} legs and has ${own.length}.`);
      const steps = own.flatMap(({ steps: all }) => all as readonly { readonly nodeKey: string }[]);
      const keys = steps.map(({ nodeKey }) => nodeKey);
      if (run.status === 'completed' && new Set(keys).size < keys.length)
        report(`${run.id} has a step twice: ${keys.join(', ')}.`);
      if (!OVER.includes(run.status) && !run.isHeld) report(`${run.id} is ${run.status} for ever.`);
    }
    // The first workflow of each merchant exists from the beginning and listens to every new order.
    const events = world.items('event').map(({ data }) => data);
    for (const { organizationId, known } of merchants) {
      const [workflowId] = known.others.ownWorkflows ?? [];
      if (!workflowId) continue;
      for (const { id, name, organizationId: owner } of events) {
        if (owner !== organizationId || name !== 'order.created') continue;
        const count = runs.filter(
          ({ workflowId: of, startedBy }) => of === workflowId && startedBy.eventId === id,
        ).length;
        if (count !== 1) report(`${id} started ${workflowId} ${count} times.`);
      }
    }
  },
});

interface Replayed {
  readonly activityId: string;
  readonly differing: readonly { readonly executionId: string | null; readonly node: string }[];
}

export const replaysAgree = defineInvariant({
  name: 'replays-agree',
  number: 12,
  sentence:
    'A completed run that is replayed under its own version takes the same steps, with the same effects.',
  atEnd({ world }, report) {
    const runs = new Map(world.items('workflowRun').map(({ data }) => [data.id, data as unknown as RunData]));
    const versions = new Map(
      world.items('activity').map(({ data }) => [data.id, (data.request as { version?: number })?.version]),
    );
    for (const { data } of world.items('workflowReplayPortion')) {
      const { activityId, differing } = data as unknown as Replayed;
      for (const { executionId, ...difference } of differing) {
        const run = runs.get(executionId);
        if (run?.status === 'completed' && run.version === versions.get(activityId))
          report(`${run.id} is replayed in another way: ${JSON.stringify(difference)}.`);
      }
    }
  },
});
