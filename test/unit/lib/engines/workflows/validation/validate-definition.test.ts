import { describe, expect, test } from 'vitest';
import {
  definitionSchema,
  type Environment,
  triggers,
  validateDefinition,
  type WorkflowTrigger,
  workflowRecordSchema,
} from '../../../../../../lib/engines/workflows/index.ts';
import { problemCodes } from '../../../../../../lib/engines/workflows/validation/problem.ts';
import { nearestMatch } from '../../../../../../lib/platform/core/nearest-match.ts';
import {
  action,
  anyWorkflow,
  codesOf,
  edge,
  filter,
  holds,
  problemsOf,
  single,
  start,
  tag,
} from '../builders.ts';

const plain = anyWorkflow({ nodes: [tag('a')], edges: ['start>a'] });

describe('shape', () => {
  test.each([null, undefined, 5, 'x', [], {}, { nodes: {}, edges: [] }, { nodes: [], edges: 'x' }])(
    '%j is no definition',
    (definition) => {
      const codes = validateDefinition(definition, {}).map(({ code }) => code);
      expect(codes).toContain('definition.malformed');
    },
  );

  test('size, depth and counts are bounded', () => {
    const codes = (definition: unknown) => validateDefinition(definition, {}).map(({ code }) => code);
    expect(codes({ ...plain, nodes: Array.from({ length: 201 }, (_, index) => tag(`n${index}`)) })).toEqual([
      'definition.too-large',
    ]);
    expect(codes({ ...plain, edges: Array.from({ length: 1_001 }, () => edge('a>b')) })).toEqual([
      'definition.too-large',
    ]);
    expect(codes({ ...plain, junk: 'x'.repeat(200_000) })).toEqual(['definition.too-large']);
    let deep: unknown = 1;
    for (let level = 0; level < 5_000; level++) deep = [deep];
    expect(codes({ ...plain, nodes: [start, { ...tag('a'), nodeActionConfig: { tag: deep } }] })).toEqual([
      'definition.too-large',
    ]);
  });

  test('null is absent, and fields nobody knows are ignored', () => {
    const nodes = [
      {
        ...start,
        nodeAction: null,
        nodeActionConfig: null,
        nodeFilterConfig: null,
        nodeLabel: null,
        position: [1, 2],
      },
      { ...tag('a'), nodeFilterConfig: null, isEnabled: null },
    ];
    const edges = [{ ...edge('start>a'), edgeType: null, branchKey: null, id: 'x' }];
    const trigger = { triggerType: 'event', eventName: 'order.created', eventTriggerType: null };
    expect(validateDefinition({ nodes, edges, trigger }, {})).toEqual([]);
    expect(definitionSchema.parse({ nodes, edges, trigger })).toEqual({
      nodes: [start, tag('a')],
      edges: [edge('start>a')],
      trigger: { triggerType: 'event', eventName: 'order.created' },
    });
    expect(workflowRecordSchema.safeParse({ ...plain, version: 0 }).success).toBe(false);
    expect(workflowRecordSchema.parse(plain)).toEqual(plain);
  });

  test('each malformed part is told with its key and its field', () => {
    const problems = validateDefinition(
      {
        nodes: [start, { ...tag('a'), nodeLabel: 5 }, { nodeKey: 'b', nodeType: 'subgraph' }, 5],
        edges: [
          { ...edge('start>a'), executionOrder: -1 },
          { ...edge('start>b'), edgeType: 'maybe' },
        ],
        trigger: { triggerType: 'subgraph' },
      },
      {},
    );
    expect(problems).toMatchObject([
      { code: 'node.malformed', nodeKey: 'a', field: 'nodeLabel' },
      { code: 'node.malformed', nodeKey: 'b', field: 'nodeType' },
      { code: 'node.malformed' },
      { code: 'edge.malformed', edgeKey: 'start>a', field: 'executionOrder' },
      { code: 'edge.malformed', edgeKey: 'start>b', field: 'edgeType' },
      { code: 'trigger.malformed', field: 'triggerType' },
    ]);
  });

  test.each(['', 'x'.repeat(65), 'a.b', 'a b', '__proto__', 'constructor', 'prototype'])(
    'the node key %j is refused',
    (nodeKey) => {
      const definition = { ...plain, nodes: [start, tag('a'), { ...tag('a'), nodeKey }] };
      expect(validateDefinition(definition, {}).map(({ code }) => code)).toContain('node.malformed');
    },
  );

  test('keys and labels have limits', () => {
    const long = anyWorkflow({
      nodes: [{ ...tag('k'.repeat(64)), nodeLabel: 'x'.repeat(200) }],
      edges: [{ ...edge('start>a'), targetNodeKey: 'k'.repeat(64), edgeKey: 'e'.repeat(128) }],
    });
    expect(codesOf(long)).toEqual([]);
    expect(
      codesOf(anyWorkflow({ nodes: [{ ...tag('a'), nodeLabel: 'x'.repeat(201) }], edges: ['start>a'] })),
    ).toContain('node.malformed');
    expect(
      codesOf(anyWorkflow({ nodes: [tag('a')], edges: [{ ...edge('start>a'), edgeKey: 'e'.repeat(129) }] })),
    ).toContain('edge.malformed');
  });

  test('a field that the node’s type does not act on is refused, an empty one is not', () => {
    const nodes = [
      { ...filter('f', holds), nodeAction: 'add_tag' },
      { ...filter('g', holds), nodeActionConfig: { a: 1 } },
      { ...tag('a'), nodeFilterConfig: [holds] },
      { ...tag('b'), nodeFilterConfig: [] },
      { ...filter('h', holds), nodeActionConfig: {} },
    ];
    const edges = ['start>f', 'start>g', 'start>a', 'start>b', 'start>h'];
    expect(
      problemsOf(anyWorkflow({ nodes, edges })).map(
        ({ code, nodeKey, field }) => `${code} ${nodeKey} ${field}`,
      ),
    ).toEqual([
      'node.unexpected-field f nodeAction',
      'node.unexpected-field g nodeActionConfig',
      'node.unexpected-field a nodeFilterConfig',
    ]);
  });
});

describe('graph', () => {
  test('duplicate keys', () => {
    const workflow = anyWorkflow({
      nodes: [tag('a'), tag('a'), tag('a')],
      edges: ['start>a', { ...edge('start>a'), targetNodeKey: 'a', edgeType: 'default', edgeKey: 'start>a' }],
    });
    expect(codesOf(workflow)).toEqual(['node.duplicate-key', 'edge.duplicate-key', 'edge.duplicate']);
  });

  test('no trigger node, two of them, one with an edge into it, one that denies it', () => {
    expect(codesOf({ ...plain, nodes: [tag('a')], edges: [] })).toEqual(['node.trigger-count']);
    const two = anyWorkflow({ nodes: [{ nodeKey: 'again', nodeType: 'trigger' }], edges: [] });
    expect(problemsOf(two)).toMatchObject([{ code: 'node.trigger-count', nodeKey: 'again' }]);
    expect(codesOf(anyWorkflow({ nodes: [tag('a')], edges: ['start>a', 'a>start'] }))).toEqual([
      'edge.into-trigger',
      'graph.cycle',
    ]);
    expect(
      codesOf({
        ...plain,
        nodes: [
          { ...start, isTrigger: false },
          { ...tag('a'), isTrigger: true },
        ],
      }),
    ).toEqual(['node.trigger-flag', 'node.trigger-flag']);
    expect(
      codesOf({
        ...plain,
        nodes: [
          { ...start, isTrigger: true },
          { ...tag('a'), isTrigger: false },
        ],
      }),
    ).toEqual([]);
  });

  test('orphans, also behind orphans', () => {
    const workflow = anyWorkflow({ nodes: [tag('a'), tag('b'), tag('c')], edges: ['start>a', 'b>c'] });
    expect(problemsOf(workflow).map(({ code, nodeKey }) => `${code} ${nodeKey}`)).toEqual([
      'node.orphan b',
      'node.orphan c',
    ]);
  });

  test('cycles name their nodes and no others', () => {
    const workflow = anyWorkflow({
      nodes: [tag('a'), tag('b'), tag('c'), tag('d')],
      edges: ['start>a', 'a>b', 'b>c', 'c>b', 'c>d'],
    });
    expect(problemsOf(workflow)).toMatchObject([
      { code: 'graph.cycle', message: 'These nodes form a cycle: b, c.' },
    ]);
    expect(codesOf(anyWorkflow({ nodes: [tag('a')], edges: ['start>a', 'a>a'] }))).toEqual(['graph.cycle']);
  });

  test('unknown ends, with the nearest node', () => {
    const workflow = anyWorkflow({
      nodes: [tag('alpha')],
      edges: ['start>alpha', 'start>alhpa', 'strat>alpha'],
    });
    expect(problemsOf(workflow)).toMatchObject([
      { code: 'edge.unknown-node', field: 'targetNodeKey', suggestion: 'alpha' },
      { code: 'edge.unknown-node', field: 'sourceNodeKey', suggestion: 'start' },
    ]);
  });
});

describe('edges', () => {
  const decision = {
    nodeKey: 's',
    nodeType: 'switch' as const,
    nodeFilterConfig: [
      { key: 'one', conditions: [holds] },
      { key: 'two', label: 'Two', conditions: [holds] },
    ],
  };

  test.each([
    [[tag('x'), tag('y')], ['start>x', 'x+y'], ['edge.kind']],
    [[tag('x'), tag('y')], ['start+x', 'x>y'], ['edge.kind']],
    [[filter('x', holds), tag('y')], ['start>x', 'x>y'], ['edge.kind']],
    [[filter('x', holds), tag('y')], ['start>x', 'x=one>y'], ['edge.kind']],
    [[decision, tag('y')], ['start>s', 's>y'], ['edge.kind']],
    [[decision, tag('y')], ['start>s', 's=three>y'], ['edge.branch-unknown']],
    [[decision, tag('y'), tag('z')], ['start>s', 's=one>y', 's=one>z'], ['edge.branch-twice']],
    [[decision, tag('y'), tag('z')], ['start>s', 's=one>y', 's=else>z'], []],
    [[filter('x', holds), tag('y'), tag('z')], ['start>x', 'x+y', 'x+z'], []],
  ] as const)('%# gives %j', (nodes, edges, codes) => {
    expect(codesOf(anyWorkflow({ nodes: [...nodes], edges: [...edges] }))).toEqual(codes);
  });

  test('a branch key stands on decision edges, always and only', () => {
    const missing = { ...edge('s>y'), edgeType: 'decision' as const };
    expect(codesOf(anyWorkflow({ nodes: [decision, tag('y')], edges: ['start>s', missing] }))).toEqual([
      'edge.branch-missing',
    ]);
    const extra = { ...edge('start>y'), branchKey: 'one' };
    expect(codesOf(anyWorkflow({ nodes: [tag('y')], edges: [extra] }))).toEqual(['edge.branch-unexpected']);
  });

  test('edges of an action whose config is broken are not judged by it', () => {
    const broken = action('ai', 'ai_decision', {});
    expect(
      new Set(codesOf(anyWorkflow({ nodes: [broken, tag('y')], edges: ['start>ai', 'ai=yes>y'] }))),
    ).toEqual(new Set(['action.config']));
  });
});

describe('switches', () => {
  const workflow = (...cases: unknown[]) =>
    anyWorkflow({
      nodes: [{ nodeKey: 's', nodeType: 'switch', nodeFilterConfig: cases }],
      edges: ['start>s'],
    });

  test.each([
    [[], ['switch.malformed']],
    [[{ key: 'a' }], ['switch.malformed']],
    [[{ key: 'else', conditions: [holds] }], ['switch.malformed']],
    [[{ key: '__proto__', conditions: [holds] }], ['switch.malformed']],
    [[{ key: 'a', conditions: [holds], lable: 'x' }], ['switch.malformed']],
    [[{ key: 'a', conditions: [] }], ['switch.malformed']],
    [
      [
        { key: 'a', conditions: [holds] },
        { key: 'a', conditions: [holds] },
      ],
      ['switch.duplicate-case'],
    ],
    [[{ key: 'a', conditions: [{ ...holds, field: 'order.nope' }] }], ['filter.unknown-field']],
  ])('%j gives %j', (cases, codes) => {
    expect(codesOf(workflow(...cases))).toEqual(codes);
  });

  test('the field leads into the case', () => {
    const [problem] = problemsOf(workflow({ key: 'a', conditions: [holds, { ...holds, operator: 'nope' }] }));
    expect(problem).toMatchObject({ nodeKey: 's', field: 'nodeFilterConfig.0.conditions.1' });
  });
});

describe('filters', () => {
  test('a filter needs conditions that fit the trigger', () => {
    const workflow = (node: ReturnType<typeof filter>, on = 'order.created') =>
      codesOf(anyWorkflow({ nodes: [node], edges: ['start>f'], on }));
    expect(workflow({ nodeKey: 'f', nodeType: 'filter' })).toEqual(['filter.no-conditions']);
    expect(workflow(filter('f', { field: 'delivery.status', operator: 'equals', value: 'failed' }))).toEqual([
      'filter.unavailable-field',
    ]);
    expect(
      workflow(filter('f', { field: 'delivery.status', operator: 'equals', value: 'failed' }), 'job.created'),
    ).toEqual([]);
    expect(
      workflow(
        filter('f', { field: 'route.total_stops', operator: 'greater_than', value: 3 }),
        'route.started',
      ),
    ).toEqual([]);
    expect(workflow(filter('f', { field: 'order.status', operator: 'is_missing' }), 'route.started')).toEqual(
      [],
    );
  });

  test('a condition reads nodes upstream only', () => {
    const reads = filter('f', { field: 'node_var_g__result', operator: 'equals', value: true });
    const later = anyWorkflow({ nodes: [reads, filter('g', holds)], edges: ['start>f', 'f+g'] });
    expect(problemsOf(later)).toMatchObject([{ code: 'filter.order', nodeKey: 'f' }]);
    expect(codesOf(anyWorkflow({ nodes: [reads, filter('g', holds)], edges: ['start>g', 'g+f'] }))).toEqual(
      [],
    );
  });
});

describe('actions', () => {
  const one = (node: ReturnType<typeof action>, environment: Environment = {}) =>
    problemsOf(anyWorkflow({ nodes: [node], edges: [`start>${node.nodeKey}`] }), environment);

  test('a missing, unknown or wrongly configured action', () => {
    expect(one({ nodeKey: 'n', nodeType: 'action' })).toMatchObject([
      { code: 'action.missing', nodeKey: 'n' },
    ]);
    expect(one(action('n', 'add_tga', {}))).toMatchObject([
      { code: 'action.unknown', suggestion: 'add_tag' },
    ]);
    expect(one(action('n', 'add_tag', {}))).toMatchObject([
      { code: 'action.config', field: 'nodeActionConfig.tag' },
    ]);
    expect(one({ nodeKey: 'n', nodeType: 'action', nodeAction: 'add_tag' })).toMatchObject([
      { code: 'action.config' },
    ]);
    expect(one(action('n', 'add_tag', { tag: 'x', tagg: 'y' }))).toMatchObject([
      { code: 'action.config', field: 'nodeActionConfig.tagg', suggestion: 'tag' },
    ]);
    expect(one(action('n', 'add_tag', { tag: 'x', tagg: 'y', tga: 'z' }))).toHaveLength(2);
    expect(one(action('n', 'add_tag', { tag: 'x' }))).toEqual([]);
  });

  test.each([
    ['reschedule_order', { method: 'delay', delayMinutes: 0 }, '0 is not accepted: expected at least 1'],
    ['reschedule_order', { method: 'move_to_date', date: '2026-02-30' }, '"2026-02-30" is not accepted: '],
    ['reschedule_order', {}, 'Required: expected one of delay, move_to_date'],
    ['emit_custom_event', { name: 'a', customEventDefinitionId: 'b' }, 'name or customEventDefinitionId'],
    [
      'send_http_request',
      { connectionId: 'c', method: 'GET', path: '../x' },
      '"../x" may not contain "." or',
    ],
    [
      'send_http_request',
      { connectionId: 'c', method: 'TRACE', path: 'x' },
      '"TRACE" is not accepted: expected',
    ],
    [
      'modify_order_price_or_tip',
      { target: 'tip', operation: 'set', amountCents: 'much' },
      '"much" is neither a whole number nor a single {{variable}}.',
    ],
    [
      'modify_order_price_or_tip',
      { target: 'tip', operation: 'set', amountCents: 1.5 },
      '1.5 is neither a whole number nor a single {{variable}}.',
    ],
    [
      'emit_custom_event',
      { name: 'a', payload: { k: ['b'] } },
      'An array of 1 item is not accepted: expected a string, a number, true, false or null.',
    ],
    ['add_requirements', { requirements: ['photo'] }, '"photo" is neither one of photo_proof_of_delivery, '],
    ['add_requirements', { requirements: [7] }, ' nor a text that starts with custom: or preferred:.'],
  ])('what is wrong with a config of %s %j is told with its value and the way out', (slug, config, told) => {
    const [problem] = one(action('n', slug, config));
    expect(problem?.message).toContain(told);
  });

  test.each([
    [
      'send_email',
      { to: 'a@example.com, b@', subject: 'Hi', body: 'Hi' },
      '"b@" is not a valid email address.',
    ],
    ['send_sms', { to: 'call me', body: 'Hi' }, '"call me" is not a valid phone number.'],
    ['emit_custom_event', { name: 'order.created' }, '"order.created" is a built-in event'],
  ])('what no run of %s %j could do is refused at save', (slug, config, told) => {
    const problems = one(action('n', slug, config));
    expect(problems).toMatchObject([{ code: 'action.reference', message: expect.stringContaining(told) }]);
  });

  test('what a variable will bring is not judged at save', () => {
    expect(one(action('n', 'send_sms', { to: '{{customer.phone_number}}', body: 'Hi' }))).toEqual([]);
  });

  test('so is what is wrong with a condition, a node and a trigger', () => {
    const wrong = { field: 'order.valueCents', operator: 'greater_than', value: 'much' };
    expect(one(filter('n', wrong))[0]?.message).toContain('"much" is not accepted: expected a number.');
    const node = { nodeKey: 'n', nodeType: 'subgraph' } as never;
    expect(one(node)[0]?.message).toContain('"subgraph" is not accepted: expected one of trigger,');
    const trigger = { triggerType: 'evnt' } as never;
    const [problem] = problemsOf(anyWorkflow({ nodes: [], edges: [], trigger }));
    expect(problem?.message).toContain('"evnt" is not accepted: expected one of event,');
  });

  test.each([
    ['dispatch_strategy', 'dispatchStrategyId', 'dispatchStrategies'],
    ['optimization_strategy', 'optimizationStrategyId', 'optimizationStrategies'],
  ])('%s must exist', (slug, field, list) => {
    expect(one(action('n', slug, { [field]: 'nigth' }), { [list]: ['night'] })).toMatchObject([
      { code: 'action.reference', suggestion: 'night', field: `nodeActionConfig.${field}` },
    ]);
    expect(one(action('n', slug, { [field]: 'night' }), { [list]: ['night'] })).toEqual([]);
    expect(one(action('n', slug, { [field]: 'night' }))).toEqual([]);
  });

  test('a user must exist', () => {
    const node = action('n', 'assign_route_flag', { userId: 'u1' });
    const workflow = anyWorkflow({ nodes: [node], edges: ['start>n'], on: 'route.started' });
    expect(codesOf(workflow, { users: ['u2'] })).toEqual(['action.reference']);
    expect(codesOf(workflow, { users: ['u1'] })).toEqual([]);
  });

  test('an action needs its entity behind the trigger', () => {
    const cron: WorkflowTrigger = { triggerType: 'cron', cronExpression: '0 9 * * 1' };
    expect(codesOf(anyWorkflow({ nodes: [tag('n')], edges: ['start>n'], trigger: cron }))).toEqual([
      'action.trigger',
    ]);
    expect(codesOf(anyWorkflow({ nodes: [tag('n')], edges: ['start>n'], on: 'route.started' }))).toEqual([
      'action.trigger',
    ]);
    expect(one(action('n', 'cancel_delivery', {}))).toMatchObject([{ code: 'action.trigger' }]);
  });
});

describe('41.3.4 variables of the event that starts a run', () => {
  const size = { field: 'custom_event.payload.size', operator: 'greater_than', value: 2 };
  const uses = [
    tag('n', '{{custom_event.payload.size}}'),
    tag('n', '{{custom_event.name}}'),
    filter('n', size),
  ];

  test('are saved where runs have them', () => {
    for (const node of uses) expect(codesOf(single(node, 'box_packed'))).toEqual([]);
    for (const { key } of triggers.filter(({ type, synchronous }) => type === 'event' && !synchronous)) {
      const codes = codesOf(
        single(action('n', 'send_slack', { channel: '#a', body: '{{trigger_metadata.a.b}}' }), key),
      );
      expect([key, codes.filter((code) => code.startsWith('variable'))]).toEqual([key, []]);
    }
  });

  test('are refused where no run has them, unless only their presence is asked for', () => {
    const [text, name, condition] = uses.map((node) => codesOf(single(node, 'order.updated')));
    expect([text, name, condition]).toEqual([
      ['variable.unavailable'],
      ['variable.unavailable'],
      ['filter.unavailable-field'],
    ]);
    const asked = filter('n', { field: 'custom_event.payload', operator: 'is_set' });
    expect(codesOf(single(asked, 'order.updated'))).toEqual([]);
  });
});

describe('4.6.5 triggers at save', () => {
  const environment: Environment = {
    customEvents: [
      { id: 'ced_1', key: 'ready' },
      { id: 'ced_2', key: 'old', isArchived: true },
    ],
    notificationTriggers: ['stuck'],
  };
  const codes = (trigger: WorkflowTrigger) =>
    problemsOf({ ...plain, trigger }, environment)
      .map(({ code, field }) => `${code} ${field}`)
      .filter((line) => !line.startsWith('action.trigger'));
  const event = (eventName: string, parts: Partial<WorkflowTrigger> = {}): WorkflowTrigger => ({
    triggerType: 'event',
    eventName,
    ...parts,
  });

  test.each([
    event('order.created'),
    event('order.creating'),
    event('order.validating'),
    event('route.created'),
    event('route.started'),
    event('route.stop_completed'),
    event('route.completed'),
    event('route.canceled'),
    event('job.created'),
    event('ready'),
    event('ready', { customEventDefinitionId: 'ced_1' }),
    { triggerType: 'event' as const, customEventDefinitionId: 'ced_1' },
    event('delivery.status_updated', { deliveryStatuses: ['failed', 'canceled_by_system'] }),
    event('order_pickup_start_time', { direction: 'before', offset_minutes: 30 }),
    event('order_pickup_end_time', { direction: 'at' }),
    event('order_dropoff_start_time', { direction: 'after', offset_minutes: 1 }),
    event('order_dropoff_end_time', { direction: 'at', offset_minutes: 0 }),
    event('order_cutoff_time', { direction: 'at' }),
    event('order_cutoff_time', { direction: 'after', offset_minutes: 15 }),
    event('notification_trigger.tripped', {
      eventTriggerType: 'stuck',
      notificationTriggerParameters: { a: 1 },
    }),
    { triggerType: 'manual' as const },
    { triggerType: 'webhook' as const },
    { triggerType: 'cron' as const, cronExpression: '0 9 ? * MON-FRI *', timeZone: 'Europe/Berlin' },
  ])('%j is taken', (trigger) => {
    expect(codes(trigger)).toEqual([]);
  });

  test.each([
    [event('order.craeted'), 'trigger.unknown-event eventName'],
    [event('order_created'), 'trigger.unknown-event eventName'],
    [event('old'), 'trigger.unknown-event eventName'],
    [{ triggerType: 'event' as const }, 'trigger.parameter-missing eventName'],
    [event('ready', { customEventDefinitionId: 'ced_9' }), 'trigger.unknown-event customEventDefinitionId'],
    [event('delivery.status_updated'), 'trigger.parameter-missing deliveryStatuses'],
    [
      event('delivery.status_updated', { deliveryStatuses: ['faild'] }),
      'trigger.parameter-value deliveryStatuses',
    ],
    [
      event('order.created', { deliveryStatuses: ['failed'] }),
      'trigger.parameter-unexpected deliveryStatuses',
    ],
    [event('order.created', { direction: 'at' }), 'trigger.parameter-unexpected direction'],
    [event('order_pickup_start_time'), 'trigger.parameter-missing direction'],
    [event('order_pickup_start_time', { direction: 'before' }), 'trigger.parameter-value offset_minutes'],
    [
      event('order_pickup_start_time', { direction: 'at', offset_minutes: 5 }),
      'trigger.parameter-value offset_minutes',
    ],
    [
      event('order_cutoff_time', { direction: 'before', offset_minutes: 5 }),
      'trigger.parameter-value direction',
    ],
    [
      event('notification_trigger.tripped', { eventTriggerType: 'stuk' }),
      'trigger.parameter-value eventTriggerType',
    ],
    [{ triggerType: 'manual' as const, eventName: 'x' }, 'trigger.parameter-unexpected eventName'],
    [{ triggerType: 'cron' as const }, 'trigger.parameter-missing cronExpression'],
    [{ triggerType: 'cron' as const, cronExpression: 'daily' }, 'trigger.parameter-value cronExpression'],
    [
      { triggerType: 'cron' as const, cronExpression: '0 9 * * 1', timeZone: 'Mars/Base' },
      'trigger.parameter-value timeZone',
    ],
  ])('%j is refused as %s', (trigger, code) => {
    expect(codes(trigger)).toEqual([code]);
  });

  const cronProblems = (cronExpression: string, nowMs?: number) =>
    validateDefinition(
      { ...plain, trigger: { triggerType: 'cron', cronExpression } },
      nowMs === undefined ? {} : { nowMs },
    ).filter(({ field }) => field === 'cronExpression');

  test.each([
    '* * * * *',
    '*/15 8-18 * * MON-FRI',
    '0 9 * * 1',
    '0 9 * * 0,7',
    '0 9 ? * FRI-SUN',
    '5/10 0 1,15 JAN-MAR/2 *',
    '0 0 29 2 *',
    '0 0 31 4,5 *',
    '0 0 29 2 ? 2028',
    '0 9 L * ? *',
    '0 9 15W * ? *',
    '0 9 ? * 6L *',
    '0 9 ? * 2#1 2026-2030',
    '0 9 ? 2 MON#5 *',
    '59 23 31 12 ? 2199',
  ])('cron %s is taken', (cronExpression) => {
    expect(cronProblems(cronExpression, Date.parse('2026-03-02T09:00:00Z'))).toEqual([]);
  });

  test.each([
    ['daily', 'is not a cron expression of five or six fields, such as "0 9 * * MON-FRI".'],
    ['0  9 * * 1', 'is not a cron expression of five or six fields, such as "0 9 * * MON-FRI".'],
    ['0 0 9 * * 1 *', 'is not a cron expression of five or six fields, such as "0 9 * * MON-FRI".'],
    ['60 9 * * *', 'cannot be used: its minute "60" must consist of numbers from 0 to 59.'],
    ['0 24 * * *', 'cannot be used: its hour "24" must consist of numbers from 0 to 23.'],
    ['0 9 0 * *', 'cannot be used: its day of the month "0" must consist of numbers from 1 to 31.'],
    [
      '0 9 1 13 *',
      'cannot be used: its month "13" must consist of numbers from 1 to 12 or a name such as FEB.',
    ],
    ['0 9 * MAI *', 'its month "MAI" must consist of numbers from 1 to 12 or a name such as FEB.'],
    ['0 9 * * 8', 'its day of the week "8" must consist of numbers from 0 to 7 or a name such as MON.'],
    ['0 9 ? * 0 *', 'its day of the week "0" must consist of numbers from 1 to 7 or a name such as MON.'],
    ['0 9 ? * 2#6 *', 'its day of the week "2#6" must consist of numbers from 1 to 7 or a name such as MON.'],
    ['0 9 1 1 ? 1969', 'its year "1969" must consist of numbers from 1970 to 2199.'],
    ['1--5 9 * * *', 'its minute "1--5" must consist of numbers from 0 to 59.'],
    ['1, 9 * * *', 'its minute "" must consist of numbers from 0 to 59.'],
    ['? 9 * * *', 'its minute "?" must consist of numbers from 0 to 59.'],
    ['*/0 * * * *', 'the step "0" of its minute is not a number from 1 to 59.'],
    ['*/60 * * * *', 'the step "60" of its minute is not a number from 1 to 59.'],
    ['*/x * * * *', 'the step "x" of its minute is not a number from 1 to 59.'],
    ['1/2/3 * * * *', 'its minute "1/2/3" has more than one step.'],
    ['0 22-2 * * *', 'its hour "22-2" runs backwards; write "22-23,0-2".'],
    ['0 9 * NOV-FEB *', 'its month "NOV-FEB" runs backwards; write "NOV-DEC,JAN-FEB".'],
    ['0 9 ? * FRI-SUN *', 'its day of the week "FRI-SUN" runs backwards; write "FRI-SAT,SUN".'],
    ['0 9 ? * ?', 'only one of its two days can be "?"; write "*" for the other.'],
    ['0 9 13 * FRI', 'write "*" for one of them, and use a second workflow to match either day.'],
    [
      '0 9 31 2 *',
      '"0 9 31 2 *" never fires because no future day matches. Choose a day that occurs in its months and years.',
    ],
    ['0 9 31 4,6,9,11 *', 'never fires'],
    ['0 9 30W 2 ? *', 'never fires'],
    ['0 9 29 2 ? 2027', 'never fires'],
    ['0 9 ? 2 MON#5 2027', 'never fires'],
    ['0 9 1 1 ? 2020-2025', 'never fires'],
  ])('cron %s is refused: %s', (cronExpression, told) => {
    const problems = cronProblems(cronExpression, Date.parse('2026-03-02T09:00:00Z'));
    expect(problems).toMatchObject([
      { code: 'trigger.parameter-value', message: expect.stringContaining(told) },
    ]);
    expect(problems[0]?.message).toContain(`"${cronExpression}"`);
  });

  test('years gone by are taken where the time is not known', () => {
    expect(cronProblems('0 9 1 1 ? 2020')).toEqual([]);
  });

  test('the definition’s key is the event’s name', () => {
    const two = {
      customEvents: [
        { id: 'ced_1', key: 'ready' },
        { id: 'ced_2', key: 'done' },
      ],
    };
    expect(codesOf({ ...plain, trigger: event('done', { customEventDefinitionId: 'ced_1' }) }, two)).toEqual([
      'trigger.parameter-value',
    ]);
  });

  test('41 2.1 a trigger listens to a name that nobody defined, unless a built-in event was meant', () => {
    for (const name of ['picking.started', 'order.rated', 'Gift wrapped']) {
      expect(codesOf({ ...plain, trigger: event(name) }, environment), name).toEqual([]);
    }
    expect(problemsOf({ ...plain, trigger: event('order.craeted') }, environment)[0]?.suggestion).toBe(
      'order.created',
    );
  });

  test('keys of triggers are unique', () => {
    expect(new Set(triggers.map(({ key }) => key)).size).toBe(triggers.length);
  });
});

test('the worst definition that fits is judged in good time, with the nearest names of the first 50', () => {
  const unknown = { field: 'order.descriptoin', operator: 'is_set' };
  const nodes = Array.from({ length: 150 }, (_, index) =>
    filter(`f${index}`, ...Array.from({ length: 20 }, () => unknown)),
  );
  const edges = nodes.map(({ nodeKey }, index) =>
    edge(index === 0 ? `start>${nodeKey}` : `f${index - 1}+${nodeKey}`),
  );
  const from = process.cpuUsage();
  const problems = problemsOf(anyWorkflow({ nodes, edges }));
  expect(process.cpuUsage(from).user / 1000).toBeLessThan(2_000);
  expect(problems).toHaveLength(150 * 20);
  expect(problems.filter(({ suggestion }) => suggestion === 'order.description')).toHaveLength(50);
});

test('every problem is told at once, in one order', () => {
  const workflow = anyWorkflow({
    trigger: { triggerType: 'event', eventName: 'order.created', direction: 'at' },
    nodes: [
      filter('f', { field: 'order.nope', operator: 'is_set' }),
      action('x', 'nope', {}),
      tag('orphan'),
      tag('t', '{{order.nope}}'),
    ],
    edges: ['start>f', 'f>x', 'f+t', 'x>gone'],
  });
  const codes = codesOf(workflow);
  expect(codes).toEqual([
    'edge.unknown-node',
    'node.orphan',
    'trigger.parameter-unexpected',
    'edge.kind',
    'filter.unknown-field',
    'action.unknown',
    'variable.unknown',
  ]);
  expect(codesOf(structuredClone(workflow))).toEqual(codes);
  for (const { message, code } of problemsOf(workflow)) {
    expect(problemCodes).toContain(code);
    expect(message).toMatch(/^[A-Z"].*\.$/);
  }
});

test.each([
  ['add_tga', ['add_tag', 'send_sms'], 'add_tag'],
  ['xyz', ['add_tag'], undefined],
  ['', ['a'], 'a'],
  ['a'.repeat(129), ['a'], undefined],
  ['abc', ['abd', 'abe'], 'abd'],
  ['abc', [], undefined],
])('the nearest match of %j among %j is %j', (name, candidates, expected) => {
  expect(nearestMatch(name, candidates)).toBe(expected);
});
