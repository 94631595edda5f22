import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startWorkflowsApi, type WorkflowsApi } from '../../../../support/workflows-api.ts';

let api: WorkflowsApi;
beforeEach(async () => {
  api = await startWorkflowsApi();
});
afterEach(() => api.stop());

describe('4.6.3 custom event definitions', () => {
  const define = (key: string) =>
    api.call('POST /v1/custom-event-definitions', { body: { key, name: 'Kitchen is ready' } });

  it('are created, read, listed and archived', async () => {
    const { json: made } = await define('kitchen_ready');
    expect(made).toMatchObject({ key: 'kitchen_ready', isArchived: false, version: 1 });
    expect(made.id).toMatch(/^ced_/);
    const params = { id: made.id };
    expect(await api.must('GET /v1/custom-event-definitions/{id}', { params })).toEqual(made);
    const archived = await api.must('POST /v1/custom-event-definitions/{id}/archive', { params });
    expect(archived).toMatchObject({ isArchived: true, version: 2 });
    const list = 'GET /v1/custom-event-definitions';
    expect((await api.must(list)).customEventDefinitions).toEqual([]);
    expect((await api.must(list, { query: { includeArchived: 'true' } })).customEventDefinitions).toEqual([
      archived,
    ]);
  });

  it('have keys of their own that are never given again and are no built-in events', async () => {
    const { json: made } = await define('kitchen_ready');
    await api.must('POST /v1/custom-event-definitions/{id}/archive', { params: { id: made.id } });
    const again = await define('kitchen_ready');
    expect([again.status, again.json.error.code]).toEqual([400, 'RESOURCE_ALREADY_EXISTS']);
    const builtIn = await define('order.created');
    expect([builtIn.status, builtIn.json.error.code]).toEqual([400, 'INVALID_VALUE']);
  });

  it('of which two with one key at once are made, one is refused', async () => {
    const replies = await Promise.all([define('a'), define('a'), define('a')]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });
});

describe('4.6.17 agents', () => {
  const body = { name: 'Checker', instructions: 'Check.', outputFormat: { isFindable: 'boolean' } };

  it('are created, changed, listed and deleted', async () => {
    const made = await api.must('POST /v1/agents', { body });
    expect(made).toMatchObject({ ...body, isReportOnly: true, model: null, version: 1 });
    const params = { id: made.id };
    const changed = await api.must('PATCH /v1/agents/{id}', { params, body: { model: 'large' } });
    expect(changed).toEqual({ ...made, model: 'large', version: 2 });
    expect((await api.must('GET /v1/agents')).agents).toEqual([changed]);
    expect(await api.must('GET /v1/agents/{id}', { params })).toEqual(changed);
    await api.must('DELETE /v1/agents/{id}', { params });
    expect((await api.call('GET /v1/agents/{id}', { params })).status).toBe(404);
  });

  const asking = (agentId: string) => ({
    name: 'Ask',
    nodes: [
      { nodeKey: 'start', nodeType: 'trigger' },
      { nodeKey: 'ask', nodeType: 'action', nodeAction: 'invoke_agent', nodeActionConfig: { agentId } },
    ],
    edges: [{ edgeKey: 'e', sourceNodeKey: 'start', targetNodeKey: 'ask', executionOrder: 0 }],
    trigger: { triggerType: 'event', eventName: 'order.created' },
  });

  it('only those that report can be used in workflows, and a used one is not deleted', async () => {
    const acting = await api.must('POST /v1/agents', { body: { ...body, isReportOnly: false } });
    const reporting = await api.must('POST /v1/agents', { body });
    expect((await api.call('POST /v1/workflows', { body: asking(acting.id) })).status).toBe(400);
    await api.must('POST /v1/workflows', { body: asking(reporting.id) });
    const refused = await api.call('DELETE /v1/agents/{id}', { params: { id: reporting.id } });
    expect([refused.status, refused.json.error.code]).toEqual([409, 'CONFLICT']);
    expect(refused.json.error.details.usedBy).toMatchObject([{ type: 'workflow', name: 'Ask' }]);
  });

  it('41.3.3 one that a workflow invokes stays report-only', async () => {
    const { id } = await api.must('POST /v1/agents', { body });
    const change = (isReportOnly: boolean) =>
      api.call('PATCH /v1/agents/{id}', { params: { id }, body: { isReportOnly } });
    const workflow = await api.must('POST /v1/workflows', { body: asking(id) });
    const refused = await change(false);
    expect([refused.status, refused.json.error.code]).toEqual([409, 'CONFLICT']);
    expect(refused.json.error.details.usedBy).toMatchObject([{ type: 'workflow', name: 'Ask' }]);
    expect((await change(true)).status).toBe(200);
    await api.must('POST /v1/workflows/{id}/status', {
      ...{ params: { id: workflow.id }, body: { status: 'archived' } },
    });
    expect((await change(false)).json).toMatchObject({ isReportOnly: false });
    // It is checked again when the workflow is taken up again.
    const takenUp = await api.call('POST /v1/workflows/{id}/status', {
      ...{ params: { id: workflow.id }, body: { status: 'draft' } },
    });
    expect(takenUp.status).toBe(400);
  });
});
