import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { definitionExample } from '../../../../../functions/api/workflows/examples.ts';
import { providerRegistry } from '../../../../../lib/fulfilment/providers/index.ts';
import { createStrategy, deleteStrategy } from '../../../../../lib/fulfilment/strategies/index.ts';
import { faultyProvider } from '../../../../support/faulty-provider.ts';
import { startWorkflowsApi, type WorkflowsApi } from '../../../../support/workflows-api.ts';

let api: WorkflowsApi;
beforeEach(async () => {
  api = await startWorkflowsApi();
});
afterEach(() => api.stop());

const ORGANIZATION = 'org_test';

const make = (parts: object = {}) =>
  api.must('POST /v1/workflows', { body: { name: 'Tag', ...definitionExample, ...parts } });
const patch = (id: string, body: object) => api.call('PATCH /v1/workflows/{id}', { params: { id }, body });
const setStatus = (id: string, status: string) =>
  api.call('POST /v1/workflows/{id}/status', { params: { id }, body: { status } });

/** A definition whose only action has these settings. */
const acting = (nodeAction: string, nodeActionConfig: object, eventName = 'order.created') => ({
  nodes: [
    { nodeKey: 'start', nodeType: 'trigger' },
    { nodeKey: 'act', nodeType: 'action', nodeAction, nodeActionConfig },
  ],
  edges: [{ edgeKey: 'e', sourceNodeKey: 'start', targetNodeKey: 'act', executionOrder: 0 }],
  trigger: { triggerType: 'event', eventName },
});

describe('2.7 workflows', () => {
  it('are created as drafts, read with their structure and listed without it', async () => {
    const made = await make();
    expect(made).toMatchObject({ name: 'Tag', status: 'draft', version: 1, ...definitionExample });
    expect(made.id).toMatch(/^wf_/);
    expect(await api.must('GET /v1/workflows/{id}', { params: { id: made.id } })).toEqual(made);
    const { workflows, totalCount } = await api.must('GET /v1/workflows');
    expect(totalCount).toBe(1);
    expect(workflows[0]).toMatchObject({ id: made.id, nodeCount: 3, trigger: definitionExample.trigger });
    expect(workflows[0]).not.toHaveProperty('nodes');
  });

  it('are listed by status, event and name', async () => {
    const first = await make({ name: 'First' });
    await make({ name: 'Second', ...acting('flag_delivery', {}, 'job.created') });
    await setStatus(first.id, 'active');
    const names = async (query: Record<string, string>) =>
      (await api.must('GET /v1/workflows', { query })).workflows.map(({ name }: { name: string }) => name);
    expect(await names({ status: 'active' })).toEqual(['First']);
    expect(await names({ eventName: 'job.created' })).toEqual(['Second']);
    expect(await names({ search: 'sEc' })).toEqual(['Second']);
    expect((await names({})).sort()).toEqual(['First', 'Second']);
    expect((await names({ createdFrom: first.createdAt })).sort()).toEqual(['First', 'Second']);
    expect(await names({ createdFrom: '2999-01-01T00:00:00.000Z' })).toEqual([]);
  });

  it('are refused with every problem, its node and its field', async () => {
    const { status, json } = await api.call('POST /v1/workflows', {
      body: {
        name: 'Broken',
        nodes: [
          { nodeKey: 'start', nodeType: 'trigger' },
          {
            nodeKey: 'pattern',
            nodeType: 'filter',
            nodeFilterConfig: [{ field: 'order.description', operator: 'matches_regex', value: '(' }],
          },
          { nodeKey: 'act', nodeType: 'action', nodeAction: 'add_tags', nodeActionConfig: {} },
        ],
        edges: [
          { edgeKey: 'a', sourceNodeKey: 'start', targetNodeKey: 'pattern', executionOrder: 0 },
          { edgeKey: 'b', sourceNodeKey: 'pattern', targetNodeKey: 'act', executionOrder: 0 },
        ],
        trigger: { triggerType: 'event', eventName: 'order.creating' },
      },
    });
    expect(status).toBe(400);
    expect(json.error.code).toBe('INVALID_VALUE');
    const { problems } = json.error.details;
    expect(problems).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ nodeKey: 'pattern', field: expect.stringContaining('nodeFilterConfig') }),
        expect.objectContaining({ code: 'action.unknown', nodeKey: 'act', suggestion: 'add_tag' }),
        expect.objectContaining({ code: 'edge.kind', edgeKey: 'b' }),
      ]),
    );
  });

  it('4.6.5 an API key creates event triggers only (decision C70)', async () => {
    const trigger = { triggerType: 'manual' };
    const { status, json } = await api.call('POST /v1/workflows', {
      body: { name: 'By hand', ...definitionExample, trigger },
    });
    expect([status, json.error.code]).toEqual([400, 'INVALID_VALUE']);
    expect(json.error.details.problems).toEqual([expect.objectContaining({ field: 'triggerType' })]);
  });
});

describe('3.3 versions and statuses', () => {
  it('nodes, edges and trigger together make a version; the name does not', async () => {
    const { id } = await make();
    expect((await patch(id, { name: 'Renamed', description: 'Why' })).json).toMatchObject({
      name: 'Renamed',
      description: 'Why',
      version: 1,
    });
    const alone = await patch(id, { nodes: definitionExample.nodes });
    expect([alone.status, alone.json.error.code]).toEqual([400, 'BAD_REQUEST']);
    const changed = await patch(id, acting('add_tag', { tag: 'x' }));
    expect(changed.json).toMatchObject({ version: 2, nodes: [{ nodeKey: 'start' }, { nodeKey: 'act' }] });
  });

  it('every version stays readable and two can be compared', async () => {
    const { id } = await make();
    const nodes = definitionExample.nodes.map((node) =>
      node.nodeKey === 'tag' ? { ...node, nodeActionConfig: { tag: 'vip' } } : node,
    );
    await patch(id, { ...definitionExample, nodes });
    const version = (number: string) =>
      api.must('GET /v1/workflows/{id}/versions/{version}', { params: { id, version: number } });
    expect((await version('1')).nodes).toEqual(definitionExample.nodes);
    expect((await version('2')).nodes).toEqual(nodes);
    const { versions } = await api.must('GET /v1/workflows/{id}/versions', { params: { id } });
    expect(versions.map((one: { version: number }) => one.version)).toEqual([2, 1]);
    const older = await api.must('GET /v1/workflows/{id}/versions', {
      params: { id },
      query: { before: '2' },
    });
    expect(older.versions).toMatchObject([{ version: 1 }]);
    const diff = await api.must('GET /v1/workflows/{id}/versions/{version}/diff', {
      params: { id, version: '2' },
    });
    expect(diff).toMatchObject({
      since: 1,
      nodes: {
        added: [],
        removed: [],
        changed: [
          {
            key: 'tag',
            changes: [{ field: 'nodeActionConfig', before: { tag: 'high-value' }, after: { tag: 'vip' } }],
          },
        ],
      },
      edges: { added: [], removed: [], changed: [] },
      trigger: [],
    });
    const unknown = await api.call('GET /v1/workflows/{id}/versions/{version}', {
      params: { id, version: '3' },
    });
    expect([unknown.status, unknown.json.error.code]).toEqual([404, 'NOT_FOUND']);
  });

  it('an activation checks the workflow against what exists now', async () => {
    const providers = providerRegistry([
      faultyProvider({ id: 'prv_one', name: 'One', priceCents: 500 }).provider,
    ]);
    const deps = { ...api.db.deps, providers };
    const strategy = await createStrategy(deps, ORGANIZATION, { label: 'S' });
    const dispatchStrategyId = 'id' in strategy ? strategy.id : '';
    const { id } = await make(acting('dispatch_strategy', { dispatchStrategyId }));
    await setStatus(id, 'archived');
    await deleteStrategy(deps, ORGANIZATION, String(dispatchStrategyId));
    const { status, json } = await setStatus(id, 'draft');
    expect([status, json.error.details.problems[0].code]).toEqual([400, 'action.reference']);
  });

  it('only statuses that follow can be taken, and archived ones leave the list', async () => {
    const { id } = await make();
    expect((await setStatus(id, 'active')).json.status).toBe('active');
    const refused = await setStatus(id, 'template');
    expect([refused.status, refused.json.error.code]).toEqual([409, 'INVALID_STATE_TRANSITION']);
    expect(refused.json.error.details).toMatchObject({ status: 'active', allowed: ['inactive', 'archived'] });
    expect((await setStatus(id, 'archived')).json.status).toBe('archived');
    expect((await api.must('GET /v1/workflows')).workflows).toEqual([]);
    const archived = await api.must('GET /v1/workflows', { query: { status: 'archived' } });
    expect(archived.workflows).toHaveLength(1);
  });
});

describe('references', () => {
  it('C68 a strategy in use is not deleted, and the refusal names the workflow', async () => {
    const providers = providerRegistry([
      faultyProvider({ id: 'prv_one', name: 'One', priceCents: 500 }).provider,
    ]);
    const deps = { ...api.db.deps, providers };
    const strategy = await createStrategy(deps, ORGANIZATION, { label: 'S' });
    const strategyId = 'id' in strategy ? String(strategy.id) : '';
    const { id } = await make({
      name: 'Reroute',
      ...acting('dispatch_strategy', { dispatchStrategyId: strategyId }),
    });
    expect(await deleteStrategy(deps, ORGANIZATION, strategyId)).toMatchObject({
      kind: { code: 'CONFLICT', status: 409 },
      details: { usedBy: [{ type: 'workflow', id, name: 'Reroute' }] },
    });
    await patch(id, acting('add_tag', { tag: 'x' }));
    expect(await deleteStrategy(deps, ORGANIZATION, strategyId)).toMatchObject({ id: strategyId });
  });

  it('4.6.4 a custom event that a trigger listens to cannot be archived', async () => {
    const event = await api.must('POST /v1/custom-event-definitions', {
      body: { key: 'kitchen_ready', name: 'Kitchen is ready' },
    });
    const { id } = await make({
      ...acting('add_tag', { tag: 'x' }),
      trigger: { triggerType: 'event', customEventDefinitionId: event.id },
    });
    const stored = await api.must('GET /v1/workflows/{id}', { params: { id } });
    expect(stored.trigger).toMatchObject({ customEventDefinitionId: event.id, eventName: 'kitchen_ready' });
    const archive = () =>
      api.call('POST /v1/custom-event-definitions/{id}/archive', { params: { id: event.id } });
    const refused = await archive();
    expect([refused.status, refused.json.error.details.usedBy]).toEqual([
      409,
      [{ type: 'workflow', id, name: 'Tag' }],
    ]);
    await setStatus(id, 'archived');
    expect((await archive()).json.isArchived).toBe(true);
  });
});

describe('templates', () => {
  it('become drafts of the organization', async () => {
    const { templates } = await api.must('GET /v1/workflows/templates');
    expect(templates).toHaveLength(10);
    for (const { id, name } of templates) {
      const made = await api.must('POST /v1/workflows/from-template', { body: { templateId: id } });
      expect(made).toMatchObject({ name, status: 'draft', version: 1 });
    }
  });

  it('are also workflows of the organization with that status', async () => {
    const own = await make({ status: 'template' });
    const made = await api.must('POST /v1/workflows/from-template', {
      body: { templateId: own.id, name: 'Copy' },
    });
    expect(made).toMatchObject({ name: 'Copy', nodes: definitionExample.nodes });
    const { status } = await api.call('POST /v1/workflows/from-template', { body: { templateId: made.id } });
    expect(status).toBe(404);
  });

  it('GET /v1/workflows/schema lists triggers, actions, fields and operators', async () => {
    const schema = await api.must('GET /v1/workflows/schema');
    const keys = (list: { key: string }[]) => list.map(({ key }) => key);
    expect(keys(schema.actions)).toContain('reschedule_order');
    expect(keys(schema.triggers)).toContain('order.validating');
    expect(keys(schema.operators)).toContain('matches_regex');
    expect(keys(schema.filterFields)).toContain('delivery.custom_event');
  });
});
