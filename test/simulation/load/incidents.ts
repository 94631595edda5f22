import type { Client } from '../world/merchant.ts';
import { defineLoad } from './define-load.ts';

/** Refund requests that several people file for the same task at once, and operators who resolve them. */
export const incidentsLoad = defineLoad({
  area: 'incidents',
  isDrawn: true,
  drives: [
    'POST /v1/jobs/{jobId}/tasks/{taskId}/delivery_incident',
    'GET /v1/jobs/{jobId}/tasks/{taskId}/delivery_incident',
    'GET /v1/refund-requests',
    'GET /v1/refund-request/{id}',
    'PATCH /v1/refund-request/{id}',
  ],
  actions: [
    {
      name: 'two people file a refund request for the same task',
      weight: 8,
      async run(client) {
        const task = client.any(client.known.tasks);
        if (!task) return;
        const file = async () => {
          const reply = await client.call('POST /v1/jobs/{jobId}/tasks/{taskId}/delivery_incident', {
            params: { ...task },
            body: anyReport(client),
          });
          const id = /"(rfrq_[0-9A-Za-z]+)"/.exec(JSON.stringify(reply?.json ?? {}))?.[1];
          const known = client.known.others.refunds ?? [];
          if (id && !known.includes(id)) client.known.others.refunds = [...known, id];
        };
        await Promise.all([file(), client.pause(100).then(file)]);
      },
    },
    {
      name: 'two operators resolve a refund request',
      weight: 6,
      async run(client) {
        const id = client.any(client.known.others.refunds ?? []);
        if (!id) return;
        const resolve = () =>
          client.call('PATCH /v1/refund-request/{id}', { params: { id }, body: anyReview(client) });
        await Promise.all([resolve(), client.pause(100).then(resolve)]);
        await client.call('GET /v1/refund-request/{id}', { params: { id } });
      },
    },
    {
      name: 'somebody looks at refund requests',
      weight: 1,
      async run(client) {
        const task = client.any(client.known.tasks);
        if (!task) return;
        await client.call('GET /v1/refund-requests', { query: { taskId: task.taskId } });
        await client.call('GET /v1/jobs/{jobId}/tasks/{taskId}/delivery_incident', { params: { ...task } });
      },
    },
  ],
});

function anyReport({ random }: Client): Record<string, unknown> {
  return {
    raiseIncident: random.chance(0.5),
    incidentNotes: 'The box was crushed.',
    incidentType: 'REFUND_REQUEST',
    incidentSubtype: 'poor_delivery_experience',
    requestAmountOrderValueCents: random.between(1, 2_000),
    requestAmountTipCents: random.pick([0, 50]),
  };
}

function anyReview({ random }: Client): Record<string, unknown> {
  const status = random.pick(['in_review', 'approved', 'approved', 'denied']);
  return {
    status,
    ...(status === 'approved' ? { refundAmountOrderValueCents: random.between(1, 2_000) } : {}),
    response: 'We looked into it.',
  };
}
