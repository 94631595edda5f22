import { jobBodyExample } from '../../../functions/api/jobs/job-schemas.ts';
import type { Client } from '../world/merchant.ts';
import { defineLoad } from './define-load.ts';

/** Jobs created directly, alone and in batches, and everything that people do to them while couriers are sought. */
export const jobsLoad = defineLoad({
  area: 'jobs',
  drives: [
    'POST /v1/jobs',
    'POST /v1/batch_job',
    'POST /v1/jobs/external_identifier/{externalIdentifier}',
    'GET /v1/jobs/{id}',
    'GET /v1/jobs',
    'PATCH /v1/jobs/{id}',
    'POST /v1/jobs/{jobId}/cancel',
    'POST /v1/jobs/{jobId}/{objectId}/cancel',
    'POST /v1/jobs/{id}/autodispatch',
    'POST /v1/jobs/{id}/rebook',
    'POST /v1/jobs/{id}/refresh',
    'POST /v1/jobs/{jobId}/{taskId}/reassign',
    'POST /v1/jobs/{jobId}/tasks/{taskId}/refresh_quotes',
  ],
  actions: [
    {
      name: 'a job is made',
      weight: 4,
      async run(client) {
        client.learnJob((await client.call('POST /v1/jobs', { body: anyJob(client) }))?.json);
      },
    },
    {
      name: 'a batch is made',
      weight: 3,
      async run(client) {
        await makeBatch(client);
      },
    },
    {
      name: 'two systems send the same job',
      weight: 2,
      async run(client) {
        const externalIdentifier = client.random.pick(['J1', 'J2']);
        const send = async () =>
          client.learnJob(
            (
              await client.call('POST /v1/jobs/external_identifier/{externalIdentifier}', {
                params: { externalIdentifier },
                body: anyJob(client),
              })
            )?.json,
          );
        await Promise.all([send(), client.pause(100).then(send)]);
      },
    },
    {
      name: 'a job is cancelled',
      weight: 4,
      async run(client) {
        const jobId = await knownJob(client);
        if (jobId) await client.call('POST /v1/jobs/{jobId}/cancel', { params: { jobId } });
      },
    },
    {
      name: 'a package is cancelled',
      weight: 1,
      async run(client) {
        const task = client.any(client.known.tasks);
        if (!task) return;
        const params = { jobId: task.jobId, objectId: task.taskId };
        await client.call('POST /v1/jobs/{jobId}/{objectId}/cancel', { params });
      },
    },
    {
      name: 'a task is reassigned',
      weight: 3,
      async run(client) {
        await knownJob(client);
        const task = client.any(client.known.tasks);
        if (!task) return;
        await client.call('POST /v1/jobs/{jobId}/{taskId}/reassign', { params: { ...task }, body: {} });
      },
    },
    {
      name: 'a job is dispatched, booked again, refreshed or changed',
      weight: 3,
      async run(client) {
        const id = await knownJob(client);
        if (!id) return;
        const [routeKey, body] = client.random.pick([
          ['POST /v1/jobs/{id}/autodispatch', {}],
          ['POST /v1/jobs/{id}/rebook', {}],
          ['POST /v1/jobs/{id}/refresh', {}],
          ['PATCH /v1/jobs/{id}', { dropoffInstructions: 'Ring twice' }],
        ] as const);
        client.learnJob((await client.call(routeKey, { params: { id }, body }))?.json);
      },
    },
    {
      name: 'quotes of a task are asked for again',
      weight: 1,
      async run(client) {
        const task = client.any(client.known.tasks);
        if (!task) return;
        await client.call('POST /v1/jobs/{jobId}/tasks/{taskId}/refresh_quotes', {
          params: { ...task },
          body: {},
        });
      },
    },
    {
      name: 'somebody looks at jobs',
      weight: 1,
      async run(client) {
        await client.call('GET /v1/jobs');
        const id = await knownJob(client);
        if (id) client.learnJob((await client.call('GET /v1/jobs/{id}', { params: { id } }))?.json);
      },
    },
  ],
});

/** Creates a batch of two or three packages. Returns its id. */
export async function makeBatch(client: Client): Promise<string | undefined> {
  const packages = Array.from({ length: client.random.between(2, 3) }, () => jobBodyExample);
  const optionsGroupId = client.any(client.known.strategies);
  const made = await client.call('POST /v1/batch_job', { body: { packages, optionsGroupId } });
  client.learnJob(made?.json);
  return made?.json?.id;
}

function anyJob(client: Client): Record<string, unknown> {
  const optionsGroupId = client.any(client.known.strategies);
  return { ...jobBodyExample, ...(optionsGroupId ? { optionsGroupId } : {}) };
}

/** A job that was created, either directly or for an order. */
async function knownJob(client: Client): Promise<string | undefined> {
  const orderId = client.random.chance(0.6) ? client.any(client.known.orders) : undefined;
  if (orderId) {
    const order = await client.call('GET /v1/order/{id}', { params: { id: orderId } });
    const jobId = order?.json?.jobId;
    if (typeof jobId === 'string') {
      client.learnJob((await client.call('GET /v1/jobs/{id}', { params: { id: jobId } }))?.json);
      return jobId;
    }
  }
  return client.any(client.known.jobs);
}
