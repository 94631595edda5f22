import fc from 'fast-check';
import { expect } from 'vitest';
import { dutyEntity } from '../../lib/fleet/own-fleet/provider/index.ts';
import { faultyProvider } from './faulty-provider.ts';
import { startOwnFleet } from './own-fleet-world.ts';

const step = fc.record({
  kind: fc.constantFrom(
    'accept' as const,
    'accept' as const,
    'refuse' as const,
    'assign' as const,
    'pass' as const,
    'drain' as const,
    'cancel' as const,
    'reassign' as const,
    'deliver' as const,
  ),
  job: fc.nat(2),
  courier: fc.nat(2),
});

/** Couriers, jobs, and what happens to them: everything in one list happens at the same time. */
export const ownFleetScenario = fc.record({
  couriers: fc.integer({ min: 1, max: 3 }),
  jobs: fc.integer({ min: 1, max: 3 }),
  steps: fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 3, maxLength: 14 }),
});

type Scenario = typeof ownFleetScenario extends fc.Arbitrary<infer One> ? One : never;

/** Runs it to its end. At every moment, no package has two couriers, nor a courier and another provider. */
export async function runOwnFleet({ couriers: count, jobs, steps }: Scenario): Promise<void> {
  const rival = faultyProvider({ id: 'prv_rival', name: 'Rival', priceCents: 9_000 });
  const world = await startOwnFleet([rival.provider], { acceptanceSeconds: 60, searchMinutes: 3 });
  const trace: string[] = [];
  try {
    const couriers: string[] = [];
    for (let index = 0; index < count; index += 1)
      couriers.push(await world.courier({ latitude: 37.79 + index / 1_000, longitude: -122.4 }));
    const ids: string[] = [];
    for (let index = 0; index < jobs; index += 1) ids.push(await world.dispatch());
    const act = async ({ kind, job, courier }: Scenario['steps'][number][number]): Promise<void> => {
      const jobId = ids[job % ids.length]!;
      const courierId = couriers[courier % couriers.length]!;
      const { id: taskId, delivery } = await world.task(jobId);
      const of = (routeKey: string, params: Record<string, string>, body: object = {}) =>
        world
          .call(routeKey, { params, body })
          .then(({ status }) => trace.push(`${kind} ${jobId}: ${status}`));
      if (kind === 'pass') await world.pass(61_000);
      else if (kind === 'drain') await world.drain();
      else if (kind === 'cancel') await of('POST /v1/jobs/{jobId}/cancel', { jobId });
      else if (kind === 'reassign') await of('POST /v1/jobs/{jobId}/{taskId}/reassign', { jobId, taskId });
      else if (kind === 'assign') {
        await of('POST /v1/jobs/{jobId}/tasks/{taskId}/assign-courier', { jobId, taskId }, { courierId });
      } else if (kind === 'deliver') {
        const params = { delivery_id: String(delivery?.id) };
        await of('PATCH /v1/fleet/deliveries/{delivery_id}', params, { status: 'dropoff_complete' });
      } else await of(`POST /v1/fleet/tasks/{taskId}/${kind}`, { taskId }, { courierId });
    };
    const check = async (isSettled: boolean) => {
      const duties = (await world.db.items()).filter(({ type }) => type === dutyEntity.name);
      const held = duties.flatMap(({ data }) => data.assignmentIds as string[]);
      const explain = `${JSON.stringify(duties.map(({ data }) => data))}\n${trace.join('\n')}`;
      expect(new Set(held).size, explain).toBe(held.length);
      for (const id of ids) {
        const tasks = (await world.job(id)).jobConfigurations[0].tasks as { id: string; status: string }[];
        const live = tasks.filter(({ status }) => status === 'running');
        expect(live.length, explain).toBeLessThanOrEqual(1);
        const atRival = tasks.filter((task) => rival.held().includes(task.id));
        const isLive = (task: { id: string }) => live.some((one) => one.id === task.id);
        if (isSettled)
          expect(
            atRival.filter((task) => !isLive(task)),
            explain,
          ).toEqual([]);
        if (isSettled)
          expect(
            tasks.filter((task) => held.includes(task.id) && !isLive(task)),
            explain,
          ).toEqual([]);
      }
    };
    for (const together of steps) {
      trace.push(together.map(({ kind }) => kind).join(' + '));
      await Promise.all(together.map((one) => act(one).catch((error) => ignoreBusy(error, trace))));
      await check(false);
    }
    for (let round = 0; round < 6; round += 1) await world.pass(61_000);
    await check(true);
  } finally {
    await world.stop();
  }
}

/** Draining in parallel can meet a worker that was overtaken; its message is delivered again. */
function ignoreBusy(error: unknown, trace: string[]): void {
  trace.push(`again: ${error instanceof Error ? error.message : String(error)}`);
}
