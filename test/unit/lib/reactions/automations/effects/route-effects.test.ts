import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { executeArea } from '../../../../../../functions/api/execute/index.ts';
import { routeExecutionArea } from '../../../../../../functions/api/route-execution/index.ts';
import { userEntity } from '../../../../../../lib/people/tenancy/users/user.ts';
import { create } from '../../../../../../lib/platform/table/index.ts';
import { startRuns } from '../../../../../../lib/reactions/automations/index.ts';
import { type Automations, act, startAutomations } from '../../../../../support/automations.ts';
import { DEPOT } from '../../../../../support/routes-api.ts';

let api: Automations;
beforeEach(async () => {
  api = await startAutomations([], { areas: [routeExecutionArea, executeArea] });
});
afterEach(() => api.stop());

const AT = '2026-03-01T00:00:00.000Z';
const raise = (config: object, key = 'raise') => act('raise_route_flag', config, key);

const routeCreated = async () => {
  const { id } = await api.order();
  const stops = [
    { stopType: 'ROUTE_START', location: DEPOT },
    { stopType: 'DROPOFF', objectIds: [id] },
    { stopType: 'ROUTE_END', location: DEPOT },
  ];
  const { route } = await api.must('POST /v1/routes', { body: { stops } });
  await api.drain();
  return route.id as string;
};
const exceptionsOf = async (id: string) =>
  (await api.must('GET /v1/routes/{id}/exceptions', { params: { id } })).results;

describe('4.6.6 flags of routes', () => {
  it('are raised once, and a later node changes the flag by its id', async () => {
    const workflow = await api.workflow('route.created', [
      raise({ type: 'refuel_request', note: 'Before {{route.id}}' }),
      raise({ type: 'vehicle_breakdown', severity: 'P3' }, 'other'),
      act('update_route_flag', {
        flagId: '{{node_var_raise__flag_id}}',
        severity: 'P1',
        status: 'Acknowledged',
      }),
    ]);
    const id = await routeCreated();
    const by = { id: workflow, name: 'On route.created' };
    expect(await exceptionsOf(id)).toMatchObject([
      {
        type: 'refuel_request',
        ...{ source: 'workflow', raisedBy: by, note: `Before ${id}` },
        ...{ severity: 'P1', status: 'acknowledged', acknowledgedBy: by },
      },
      { type: 'vehicle_breakdown', severity: 'P3', status: 'needs_triage' },
    ]);
    // A person who handles it finds it under the same id.
    const [{ id: flagId }] = await exceptionsOf(id);
    const body = { status: 'resolved' };
    await api.must('PATCH /v1/route-exceptions/{id}', { params: { id: flagId }, body });
    for (const event of await api.db.events('route.created')) await startRuns(api.deps, event);
    expect(await exceptionsOf(id)).toHaveLength(2);
  });

  it('are resolved and assigned by their type, and others stay', async () => {
    await api.deps.table.write([
      create(userEntity, {
        organizationId: 'org_test',
        ...{ id: 'usr_a', email: 'a@example.com', firstName: 'Ada', lastName: null, phoneNumber: null },
        ...{ subject: null, isActive: true, roleIds: [], storeLocationIds: null, driverGroupIds: null },
        ...{ invitedAt: null, createdAt: AT, updatedAt: AT },
      }),
    ]);
    await api.workflow('route.created', [
      raise({ type: 'refuel_request' }, 'a'),
      raise({ type: 'adhoc_break' }, 'b'),
      act('assign_route_flag', { userId: 'usr_a' }),
      act('resolve_route_flag', { type: 'adhoc_break', note: 'Over' }),
    ]);
    expect(await exceptionsOf(await routeCreated())).toMatchObject([
      { type: 'refuel_request', status: 'needs_triage', assignee: { id: 'usr_a', name: 'Ada' } },
      { type: 'adhoc_break', status: 'resolved', note: 'Over', assignee: { id: 'usr_a' } },
    ]);
  });

  it('an unknown flag fails the step with the reason', async () => {
    await api.workflow('route.created', [act('resolve_route_flag', { flagId: 'rex_none' })]);
    const id = await routeCreated();
    const { results } = await api.must('GET /v1/routes/{id}/workflow-executions', { params: { id } });
    expect(results).toMatchObject([
      { status: 'failed', problem: 'resolve_route_flag: There is no exception "rex_none".' },
    ]);
  });
});
