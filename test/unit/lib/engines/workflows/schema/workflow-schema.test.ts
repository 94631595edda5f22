import { expect, test } from 'vitest';
import { messageVariables } from '../../../../../../lib/engines/workflows/fields/message-variables.ts';
import { runContextSchema, workflowSchema } from '../../../../../../lib/engines/workflows/index.ts';

const schema = workflowSchema();

test('the schema is plain JSON', () => {
  expect(JSON.parse(JSON.stringify(schema))).toEqual(schema);
});

test('4.6.6 it serves every action of the specification under its slug, once', () => {
  const slugs = schema.actions.map(({ key }) => key);
  expect(new Set(slugs).size).toBe(slugs.length);
  const specified = [
    'add_requirements',
    'add_tag',
    'add_validation_error',
    'agent_call',
    'ai_decision',
    'assign_route_flag',
    'auto_reassign',
    'browser_automation',
    'cancel_delivery',
    'cancel_order',
    'dispatch_strategy',
    'emit_custom_event',
    'extract_metadata_field',
    'flag_delivery',
    'invoke_agent',
    'modify_order_instructions',
    'modify_order_metadata',
    'modify_order_price_or_tip',
    'optimization_strategy',
    'raise_route_flag',
    'remove_order_from_route',
    'reschedule_order',
    'resolve_route_flag',
    'send_email',
    'send_http_request',
    'send_slack',
    'send_sms',
    'send_teams_channel_message',
    'send_to_destinations',
    'send_to_role',
    'summarize',
    'update_route_flag',
  ];
  expect(slugs).toEqual(expect.arrayContaining(specified));
});

test('each action comes with the JSON Schema of its config and the triggers it may stand on', () => {
  for (const action of schema.actions) expect(action.configSchema, action.key).toHaveProperty('$schema');
  const find = (key: string) => schema.actions.find((action) => action.key === key);
  expect(find('add_validation_error')?.triggers).toEqual(['order.validating']);
  expect(find('modify_order_metadata')?.triggers).toEqual(['order.creating']);
  expect(find('ai_decision')).toMatchObject({ edgeType: 'decision', background: true, synchronous: false });
  expect(find('ai_decision')?.triggers).not.toContain('order.creating');
  expect(find('add_tag')?.configSchema).toMatchObject({
    properties: { tag: { type: 'string' } },
    required: ['tag'],
  });
  expect(find('reschedule_order')?.triggers).not.toContain('order.creating');
});

test('4.6.5 triggers come with their parameters', () => {
  const find = (key: string) => schema.triggers.find((trigger) => trigger.key === key);
  expect(find('order.creating')).toMatchObject({
    synchronous: true,
    creatable: true,
    entities: ['order', 'package'],
  });
  expect(find('order_pickup_start_time')).toMatchObject({
    requiredParameters: ['direction'],
    directions: ['before', 'at', 'after'],
  });
  expect(find('order_pickup_start_time')?.parametersSchema).toMatchObject({
    properties: { direction: {}, offset_minutes: {} },
  });
  expect(find('cron')?.creatable).toBe(false);
});

test('filter fields come with type, operators and triggers', () => {
  const find = (key: string) => schema.filterFields.find((field) => field.key === key);
  expect(find('order.valueCents')).toMatchObject({
    type: 'number',
    entity: 'order',
    operators: expect.arrayContaining(['greater_than', 'is_set']),
  });
  expect(find('order.custom_event')?.operators).toEqual(['has_occurred', 'has_not_occurred']);
  expect(find('order.status')?.triggers).toContain('delivery.status_updated');
  expect(find('order.status')?.triggers).not.toContain('route.started');
  const routes = schema.filterFields.filter(({ entity }) => entity === 'route').map(({ key }) => key);
  expect(routes.sort()).toEqual([
    'route.actual_departure',
    'route.driver',
    'route.id',
    'route.planned_completion',
    'route.planned_departure',
    'route.provider',
    'route.status',
    'route.stop_sequence',
    'route.stops_completed',
    'route.total_stops',
  ]);
  const keys = schema.filterFields.map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.filter((key) => key.endsWith('custom_event'))).toHaveLength(4);
});

test('41.3.4 variables of the event that starts a run, with the triggers whose runs have them', () => {
  const find = (path: string) => schema.eventVariables.find((one) => one.path === path);
  expect(find('custom_event.payload')).toEqual({
    ...{ path: 'custom_event.payload', type: 'json', hasKeysBelow: true },
    triggers: ['custom_event'],
  });
  expect(find('custom_event.timestamp')).toMatchObject({ type: 'date_time', hasKeysBelow: false });
  expect(find('trigger_metadata')?.triggers).toContain('route.completed');
});

test('41 3.4 every variable of messages reads a field of an entity', () => {
  const sourceless = messageVariables.filter(({ sources }) => sources.length === 1).map(({ path }) => path);
  expect(sourceless).toEqual([]);
});

test('node, edge and status types', () => {
  expect(schema.nodeTypes).toEqual(['trigger', 'filter', 'action', 'switch']);
  expect(schema.edgeTypes).toEqual(['default', 'success', 'negative', 'decision']);
  expect(schema.runStatuses).toEqual([
    'pending',
    'queued',
    'running',
    'paused',
    'completed',
    'failed',
    'cancelled',
  ]);
  expect(schema.stepStatuses).toContain('ready_to_resume');
  expect(schema.operators.find(({ key }) => key === 'is_set')?.values).toHaveProperty('text', null);
});

test('a context is parsed by its schema', () => {
  expect(runContextSchema.safeParse({ order: { id: 'x' }, route: null }).success).toBe(true);
  expect(runContextSchema.safeParse({ stranger: {} }).success).toBe(false);
});

test('44 5 actions come with what they publish with every config, and decisions with their branches', () => {
  const outputs = (key: string) => schema.actions.find((action) => action.key === key)?.outputs;
  expect(outputs('add_tag')).toEqual({});
  expect(outputs('extract_metadata_field')).toEqual({ value: 'json', found: 'boolean' });
  expect(outputs('invoke_agent')).toMatchObject({ report: 'text', status: 'text' });
  expect(schema.nodeOutputs.switch).toEqual({ branch: 'text', status: 'text' });
  expect(schema.decisionBranches).toEqual({
    yes_no: ['yes', 'no', 'uncertain', 'error'],
    choice: ['uncertain', 'error'],
    score: ['above', 'below', 'uncertain', 'error'],
  });
});

test('44 5 variables of messages come with the places that they read, in order of preference', () => {
  const found = schema.messageVariables.find(({ path }) => path === 'customer.first_name');
  expect(found?.sources).toEqual([
    'customer.first_name',
    'order.dropoffFirstName',
    'package.dropoffLocation.firstName',
  ]);
});
