import { afterEach, beforeEach, expect, it } from 'vitest';
import { recordLeftOut } from '../../../../../../lib/fleet/planning/runs/record-left-out.ts';
import { type Automations, act, startAutomations, when } from '../../../../../support/automations.ts';

let api: Automations;
beforeEach(async () => {
  api = await startAutomations([]);
});
afterEach(() => api.stop());

const explanation = async (id: string) =>
  (await api.must('GET /v1/order/{id}/explanation', { params: { id } })).entries;

it('explains an order by workflows and rules, with the values that decided', async () => {
  const isDear = { field: 'order.valueCents', operator: 'greater_than', value: 4_000 };
  const workflow = await api.workflow('order.created', [
    when('dear', isDear),
    act('add_tag', { tag: 'dear' }),
  ]);
  const { id } = await api.order({ valueCents: 5_000, dropoffPhoneNumber: 'none' });
  await api.drain();
  const entries = await explanation(id);
  expect(entries).toContainEqual(
    expect.objectContaining({
      by: { type: 'workflow', id: workflow, name: 'On order.created', version: 1 },
      code: 'WORKFLOW_STEP',
      values: { node: 'dear', status: 'completed_filter_success' },
      because: [
        expect.objectContaining({
          code: 'STARTED_BY',
          values: { 'order.valueCents': 5_000, startedBy: 'order.created' },
        }),
      ],
    }),
  );
  const [rule] = entries.filter(({ by }: { by: { type: string } }) => by.type === 'rule');
  expect(rule).toMatchObject({
    by: { id: 'dropoffPhoneNumber' },
    because: [{ values: { 'order.dropoffPhoneNumber': 'none' } }],
  });
});

it('41 1.8 explains an order that an optimization left out, once for each optimization', async () => {
  const { id } = await api.order();
  const of = { organizationId: 'org_test', activityId: 'act_01JD8Z6Q4T9V2N5X7C3B1M0K8H' };
  const reason = {
    code: 'TIME_WINDOW',
    message: 'No vehicle can arrive in time.',
    messageCode: 'TIME_WINDOW_ALONE',
    remedy: 'End its delivery window 5 minutes later.',
    remedySteps: [{ code: 'END_DELIVERY_WINDOW_LATER', values: { minutes: 5 } }],
  } as const;
  const result = {
    unassignedOrders: [{ orderId: id, reasons: [{ ...reason, remedySteps: [...reason.remedySteps] }] }],
  };
  await recordLeftOut(api.db.deps, of, result);
  await recordLeftOut(api.db.deps, of, result);
  expect(await explanation(id)).toEqual([
    {
      at: expect.any(String),
      by: { type: 'optimization', id: of.activityId, name: 'Optimization' },
      what: 'The order was left without a route.',
      code: 'LEFT_OUT',
      values: {},
      because: [
        {
          code: 'TIME_WINDOW',
          text: 'No vehicle can arrive in time. End its delivery window 5 minutes later.',
          values: {
            code: 'TIME_WINDOW',
            remedy: reason.remedy,
            messageCode: 'TIME_WINDOW_ALONE',
            remedySteps: reason.remedySteps,
          },
        },
      ],
    },
  ]);
});

it('C49 heeds If-Match: changes of a workflow, its status and of an agent that come late are refused', async () => {
  const id = await api.workflow('order.created', [act('add_tag', { tag: 'x' })]);
  const late = { params: { id }, headers: { 'if-match': '7' } };
  const rename = await api.call('PATCH /v1/workflows/{id}', { ...late, body: { name: 'Other' } });
  expect([rename.status, rename.json.error.details.version]).toEqual([409, 1]);
  const off = { ...late, body: { status: 'inactive' } };
  expect((await api.call('POST /v1/workflows/{id}/status', off)).status).toBe(409);
  const now = { params: { id }, headers: { 'if-match': '1' }, body: { status: 'inactive' } };
  expect((await api.call('POST /v1/workflows/{id}/status', now)).status).toBe(200);
  const agent = await api.must('POST /v1/agents', { body: { name: 'A', instructions: 'Look.' } });
  const stale = { params: { id: agent.id }, headers: { 'if-match': '3' } };
  expect((await api.call('DELETE /v1/agents/{id}', stale)).status).toBe(409);
});
