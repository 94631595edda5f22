import { describe, expect, test } from 'vitest';
import {
  advance,
  cancelRun,
  compile,
  failClosedEffect,
  fireTime,
  isManuallyRunnable,
  listensTo,
  type Run,
  type RunMode,
  runLifecycle,
  runToEnd,
  startRun,
  type Workflow,
  type WorkflowTrigger,
  workflowStatuses,
} from '../../../../../../lib/engines/workflows/index.ts';
import { isRefusal } from '../../../../../../lib/platform/core/refusal.ts';
import {
  action,
  anyOrder,
  anyWorkflow,
  begin,
  codesOf,
  edge,
  failing,
  filter,
  holds,
  NOW,
  pathOf,
  problemsOf,
  runOnce,
  single,
  stepOf,
  tag,
  unevaluable,
} from '../builders.ts';
import { deepFreeze } from '../graph-model.ts';

const ask = action('bg', 'agent_call', { prompt: 'x' });
const asking = anyWorkflow({ nodes: [ask, tag('after')], edges: ['start>bg', 'bg>after'] });
const answer = (value: unknown = 'done') => [{ effectKey: 'wfx_1:bg', outcome: 'succeeded' as const, value }];

function refusalOf(workflow: Workflow, parts: Record<string, unknown>): string | undefined {
  const plan = compile(workflow);
  const run = startRun(plan, {
    id: 'wfx_1',
    mode: 'asynchronous',
    now: NOW,
    context: { order: anyOrder() },
    ...parts,
  });
  return isRefusal(run) ? `${run.kind.code}: ${run.message}` : undefined;
}

describe('4.6.1 manual runs', () => {
  const workflow = anyWorkflow({ nodes: [tag('a')], edges: ['start>a'] });

  test.each([
    ['active', undefined],
    ['inactive', undefined],
    ['draft', 'INVALID_STATE_TRANSITION: A workflow with status "draft" cannot be run by hand.'],
    ['archived', 'INVALID_STATE_TRANSITION: A workflow with status "archived" cannot be run by hand.'],
    ['template', 'INVALID_STATE_TRANSITION: A workflow with status "template" cannot be run by hand.'],
  ])('status %s: %s', (status, refusal) => {
    expect(refusalOf(workflow, { manual: { status } })).toBe(refusal);
  });

  test('every status is decided', () => {
    expect(workflowStatuses.filter(isManuallyRunnable)).toEqual(['active', 'inactive']);
  });

  test('input is read as trigger metadata', () => {
    const advanced = runOnce(single(tag('t', '{{ trigger_metadata.label }}')), {
      manual: { status: 'active' },
      context: { order: anyOrder(), trigger_metadata: { label: 'by-hand' } },
    });
    expect(advanced.effects[0]?.payload).toEqual({ add: ['by-hand'] });
  });
});

describe('chains of runs', () => {
  const emits = (name: string, on: string) => compile(single(action('n', 'emit_custom_event', { name }), on));
  const asRequested = {
    id: 'wfx_1',
    mode: 'asynchronous',
    now: NOW,
    context: { order: anyOrder() },
  } as const;

  test('a workflow that emits the event it starts by is refused behind ten runs, and told why', () => {
    const plan = emits('ready', 'ready');
    let chainDepth = 0;
    for (let runs = 0; runs < 11; runs += 1) {
      const { effects, run } = advance(plan, begin(plan, { chainDepth }), { now: NOW });
      expect(run.chainDepth).toBe(runs);
      chainDepth = effects[0]?.chainDepth ?? 0;
    }
    expect(startRun(plan, { ...asRequested, chainDepth })).toMatchObject({
      kind: { code: 'DISALLOWED_OPERATION', blame: 'setup' },
      message:
        '"Night orders" was not started: 11 runs led to it, each started by an event of the one before; the limit is 10. ' +
        'Look for a workflow that emits the event that starts it, and stop it with a filter.',
      details: { chainDepth: 11, limit: 10 },
    });
  });

  test('what no run caused begins anew, also where a background node splits a run', () => {
    expect(begin(compile(asking)).chainDepth).toBe(0);
    const plan = compile(asking);
    const { run, effects } = advance(plan, begin(plan, { chainDepth: 3 }), { now: NOW });
    expect(effects.map(({ chainDepth }) => chainDepth)).toEqual([4]);
    const later = advance(plan, run, { now: NOW, results: answer() });
    expect(later.effects.map(({ chainDepth }) => chainDepth)).toEqual([4]);
  });

  test('an order does not pass because its validation is too deep in a chain', () => {
    const plan = compile(
      single(action('n', 'add_validation_error', { field: 'x', message: 'y' }), 'order.validating'),
    );
    const ended = runToEnd(plan, { ...asRequested, mode: 'synchronous', chainDepth: 11 });
    expect(ended).toMatchObject({
      effects: [{ action: 'add_validation_error', payload: { field: 'workflowValidation' }, chainDepth: 12 }],
      refusal: { kind: { code: 'DISALLOWED_OPERATION' } },
    });
  });
});

describe('4.6.2 tests', () => {
  const workflow = anyWorkflow({
    nodes: [
      action('cancel', 'cancel_order', {}),
      filter('f', { field: 'order.status', operator: 'equals', value: 'canceled' }),
      action('mail', 'send_email', { to: 'a@example.com', subject: 's', body: 'b' }),
      ask,
    ],
    edges: ['start>cancel', 'cancel>f', 'f+mail', 'mail>bg'],
  });

  test.each(['dry_test', 'live_test'] as const)(
    '%s: what changes state is a preview, seen by later nodes',
    (mode) => {
      const advanced = runOnce(workflow, { mode });
      expect(stepOf(advanced, 'cancel')).toMatchObject({
        status: 'preview',
        preview: { action: 'cancel_order', key: 'wfx_1:cancel' },
      });
      expect(stepOf(advanced, 'f').status).toBe('completed_filter_success');
      expect(stepOf(advanced, 'bg').status).toBe('preview');
      expect(advanced.effects.map(({ action: slug }) => slug)).toEqual(
        mode === 'dry_test' ? [] : ['send_email'],
      );
      expect(stepOf(advanced, 'mail').status).toBe(mode === 'dry_test' ? 'preview' : 'completed');
      expect(advanced.verdict).toBe('completed');
    },
  );

  test('a test works on any status and may stand in for every trigger', () => {
    for (const mode of ['dry_test', 'live_test'] satisfies RunMode[]) {
      expect(refusalOf(workflow, { mode, manual: { status: 'draft' } })).toBeUndefined();
      expect(
        refusalOf(single(tag('a'), 'order.validating'), { mode, manual: { status: 'draft' } }),
      ).toBeUndefined();
    }
  });

  test('a test of a validation workflow adds no error', () => {
    const validating = anyWorkflow({
      on: 'order.validating',
      nodes: [filter('f', unevaluable)],
      edges: ['start>f'],
    });
    const advanced = runOnce(validating, { mode: 'dry_test' });
    expect(advanced.effects).toEqual([]);
    expect(stepOf(advanced, 'f').status).toBe('completed_filter_error');
  });
});

describe('4.6.4 what listens to a custom event', () => {
  const event = { name: 'ready', isCustom: true, customEventDefinitionId: 'ced_1' };

  test.each([
    [{ triggerType: 'event', eventName: 'ready' }, true],
    [{ triggerType: 'event', customEventDefinitionId: 'ced_1' }, true],
    [{ triggerType: 'event', eventName: 'ready', customEventDefinitionId: 'ced_2' }, false],
    [{ triggerType: 'event', eventName: 'other' }, false],
    [{ triggerType: 'event', eventName: 'ready', isEnabled: false }, false],
    [{ triggerType: 'manual' }, false],
  ] satisfies [WorkflowTrigger, boolean][])('%j: %j', (trigger, expected) => {
    expect(listensTo(trigger, event)).toBe(expected);
  });
});

describe('4.6.5 triggers', () => {
  test.each([
    ['canceled_by_nash', 'canceled_by_system'],
    ['returned_to_store', 'returned'],
  ])('a delivery-status trigger on %s fires for %s, which it means (A19, A20)', (written, deliveryStatus) => {
    const name = 'delivery.status_updated';
    const trigger: WorkflowTrigger = { triggerType: 'event', eventName: name, deliveryStatuses: [written] };
    expect(listensTo(trigger, { name, deliveryStatus })).toBe(true);
    expect(listensTo(trigger, { name, deliveryStatus: 'failed' })).toBe(false);
  });

  test('a delivery-status trigger fires for each of its statuses', () => {
    const trigger: WorkflowTrigger = {
      triggerType: 'event',
      eventName: 'delivery.status_updated',
      deliveryStatuses: ['failed', 'returned'],
    };
    const status = (deliveryStatus?: string) =>
      listensTo(trigger, {
        name: 'delivery.status_updated',
        ...(deliveryStatus === undefined ? {} : { deliveryStatus }),
      });
    expect([status('failed'), status('returned'), status('created'), status()]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  test.each([
    ['order_pickup_start_time', 'at', undefined, '2026-11-22T15:00:00.000Z'],
    ['order_pickup_end_time', 'before', 30, '2026-11-22T15:30:00.000Z'],
    ['order_dropoff_start_time', 'after', 30, '2026-11-22T17:30:00.000Z'],
    ['order_dropoff_end_time', 'at', 0, '2026-11-22T18:00:00.000Z'],
  ] as const)('%s %s %s fires at %s', (eventName, direction, offset, expected) => {
    const trigger: WorkflowTrigger = {
      triggerType: 'event',
      eventName,
      direction,
      ...(offset === undefined ? {} : { offset_minutes: offset }),
    };
    expect(fireTime(trigger, anyOrder())).toBe(Date.parse(expected));
  });

  test('the cutoff trigger follows the cutoff of the window that is booked now', () => {
    const trigger: WorkflowTrigger = {
      triggerType: 'event',
      eventName: 'order_cutoff_time',
      direction: 'after',
      offset_minutes: 5,
    };
    expect(fireTime(trigger, anyOrder(), '2026-11-22T10:00:00Z')).toBe(Date.parse('2026-11-22T10:05:00Z'));
    expect(fireTime(trigger, anyOrder(), '2026-11-22T11:00:00Z')).toBe(Date.parse('2026-11-22T11:05:00Z'));
    expect(fireTime(trigger, anyOrder(), null)).toBeUndefined();
  });

  test('a window that moves gives another time, one that is missing gives none', () => {
    const trigger: WorkflowTrigger = {
      triggerType: 'event',
      eventName: 'order_pickup_start_time',
      direction: 'at',
    };
    expect(fireTime(trigger, anyOrder({ pickupStartTime: '2026-11-23T15:00:00Z' }))).toBe(
      Date.parse('2026-11-23T15:00:00Z'),
    );
    expect(fireTime(trigger, anyOrder({ pickupStartTime: null }))).toBeUndefined();
    expect(fireTime({ triggerType: 'event', eventName: 'order.created' }, anyOrder())).toBeUndefined();
    expect(
      fireTime({ triggerType: 'event', eventName: 'order_pickup_start_time' }, anyOrder()),
    ).toBeUndefined();
  });
});

describe('4.6.7 and 4.6.8 in a run', () => {
  const workflow = anyWorkflow({
    nodes: [
      filter('f', { field: 'order.custom_event', operator: 'has_occurred', value: 'ready' }),
      tag('yes'),
    ],
    edges: ['start>f', 'f+yes'],
  });

  test.each([
    [{ order: ['ready'] }, 'completed_filter_success'],
    [{ order: ['other'] }, 'completed_filter_negative'],
    [{ order: null }, 'completed_filter_error'],
    [undefined, 'completed_filter_error'],
  ])('with the events %j the step is %s', (occurredEvents, status) => {
    const advanced = runOnce(workflow, occurredEvents === undefined ? {} : { occurredEvents });
    expect(stepOf(advanced, 'f').status).toBe(status);
  });

  test('the answer is stored when the trigger fires and carried with the run', () => {
    const plan = compile(workflow);
    expect(plan.occurrences).toEqual([{ entity: 'order', event: 'ready' }]);
    expect(begin(plan, { occurredEvents: { order: ['ready', 'else'] } }).occurred).toEqual({
      'order:ready': true,
    });
  });
});

describe('4.6.10 order.validating fails closed', () => {
  const mark = action('m', 'add_validation_error', { field: 'weight', message: 'Too heavy' });
  const validating = (...conditions: unknown[]) =>
    anyWorkflow({
      on: 'order.validating',
      nodes: [filter('f', ...conditions), mark],
      edges: ['start>f', 'f+m'],
    });
  const closed = {
    key: 'wfx_1:!workflowValidation',
    action: 'add_validation_error',
    payload: {
      field: 'workflowValidation',
      message: 'The validation workflow "Night orders" could not be evaluated.',
    },
  };

  test('a condition that holds marks the order, one that does not leaves it alone', () => {
    expect(runOnce(validating(holds)).effects).toMatchObject([{ payload: { field: 'weight' } }]);
    expect(runOnce(validating(failing)).effects).toEqual([]);
  });

  test.each([
    [[unevaluable]],
    [[unevaluable, holds]],
    [[failing, unevaluable]],
    [[{ any: [holds, unevaluable] }]],
  ])('conditions of which one cannot be evaluated add the reserved error: %j', (conditions) => {
    const advanced = runOnce(validating(...conditions));
    expect(advanced.effects).toMatchObject([closed]);
    expect(advanced.verdict).toBe('completed');
  });

  test('so does a step that fails, once, beside the marks that were made', () => {
    const workflow = anyWorkflow({
      on: 'order.validating',
      nodes: [
        mark,
        action('empty', 'add_validation_error', { field: 'a', message: '{{order.dropoffInstructions}}' }),
        filter('f', unevaluable),
      ],
      edges: ['start>m', 'start>empty', 'start>f'],
    });
    expect(runOnce(workflow).effects).toMatchObject([{ payload: { field: 'weight' } }, closed]);
  });

  test('so does a switch whose case cannot be evaluated', () => {
    const node = {
      nodeKey: 's',
      nodeType: 'switch' as const,
      nodeFilterConfig: [{ key: 'a', conditions: [unevaluable] }],
    };
    expect(
      runOnce(anyWorkflow({ on: 'order.validating', nodes: [node], edges: ['start>s'] })).effects,
    ).toMatchObject([closed]);
  });

  test('so does a run that cannot even start', () => {
    const plan = compile(validating(holds));
    const start = { id: 'wfx_1', mode: 'synchronous' as const, now: NOW };
    const tooLarge = { ...start, context: { order: anyOrder({ description: 'x'.repeat(130_000) }) } };
    expect(runToEnd(plan, tooLarge)).toMatchObject({
      effects: [closed],
      refusal: { kind: { code: 'INVALID_VALUE' } },
    });
    expect(runToEnd(compile(validating(holds)), { ...start, context: { order: anyOrder() } })).toMatchObject({
      verdict: 'completed',
    });
    const created = compile(single(tag('a')));
    const refused = runToEnd(created, { ...tooLarge, mode: 'asynchronous' });
    expect(isRefusal(refused)).toBe(true);
    expect(failClosedEffect('wfx_1', 'Night orders')).toMatchObject(closed);
  });

  test('so does a definition that cannot be run as drawn', () => {
    const odd = action('x', 'no_such_action', {});
    expect(
      runOnce(anyWorkflow({ on: 'order.validating', nodes: [odd], edges: ['start>x'] })).effects,
    ).toMatchObject([closed]);
    const plan = compile({ ...validating(holds), nodes: [mark] });
    const done = runToEnd(plan, { id: 'wfx_1', mode: 'synchronous', now: NOW, context: {} });
    expect(done).toMatchObject({
      effects: [closed],
      refusal: { message: 'The workflow has no trigger node.' },
    });
  });

  test('it cannot be run by hand', () => {
    expect(refusalOf(validating(holds), { mode: 'synchronous', manual: { status: 'active' } })).toContain(
      'cannot be run by hand',
    );
  });

  test.each([
    'add_tag',
    'send_email',
    'cancel_order',
    'modify_order_metadata',
    'emit_custom_event',
    'dispatch_strategy',
  ])('%s is refused at save', (slug) => {
    const codes = codesOf(single(action('n', slug, {}), 'order.validating'));
    expect(codes).toContain('action.trigger');
  });

  test('filters, switches and the mark-invalid action may stand', () => {
    const node = {
      nodeKey: 's',
      nodeType: 'switch' as const,
      nodeFilterConfig: [{ key: 'a', conditions: [holds] }],
    };
    expect(
      codesOf(
        anyWorkflow({
          on: 'order.validating',
          nodes: [filter('f', holds), node, mark],
          edges: ['start>f', 'f+s', 's=a>m'],
        }),
      ),
    ).toEqual([]);
  });
});

describe('decision 42: switch', () => {
  const node = (...cases: [string, unknown][]) => ({
    nodeKey: 's',
    nodeType: 'switch' as const,
    nodeFilterConfig: cases.map(([key, condition]) => ({ key, conditions: [condition] })),
  });
  const workflow = (...cases: [string, unknown][]) =>
    anyWorkflow({
      nodes: [node(...cases), tag('a'), tag('b'), tag('otherwise')],
      edges: ['start>s', 's=a>a', 's=b>b', 's=else>otherwise'],
    });

  test.each([
    [
      [
        ['a', holds],
        ['b', holds],
      ],
      ['start', 's', 'a'],
      'completed_filter_success',
    ],
    [
      [
        ['a', failing],
        ['b', holds],
      ],
      ['start', 's', 'b'],
      'completed_filter_success',
    ],
    [
      [
        ['a', failing],
        ['b', failing],
      ],
      ['start', 's', 'otherwise'],
      'completed_filter_negative',
    ],
    [
      [
        ['a', unevaluable],
        ['b', holds],
      ],
      ['start', 's'],
      'completed_filter_error',
    ],
    [
      [
        ['a', holds],
        ['b', unevaluable],
      ],
      ['start', 's', 'a'],
      'completed_filter_success',
    ],
  ] as [[string, unknown][], string[], string][])('%j goes %j', (cases, path, status) => {
    const advanced = runOnce(workflow(...cases));
    expect(pathOf(advanced)).toEqual(path);
    expect(stepOf(advanced, 's').status).toBe(status);
  });

  test('no edge for the winner ends the path', () => {
    const advanced = runOnce(anyWorkflow({ nodes: [node(['a', holds])], edges: ['start>s'] }));
    expect(advanced).toMatchObject({ verdict: 'completed', effects: [] });
    expect(advanced.run.outputs.s).toEqual({ branch: 'a', status: 'completed' });
  });
});

describe('decision 43: joins and order', () => {
  const diamond = (on: string) =>
    anyWorkflow({
      on,
      nodes: [tag('a1'), tag('a2'), tag('b1'), tag('b2'), tag('join')],
      edges: [
        edge('start>b1', 2),
        edge('start>a1', 1),
        edge('a1>a2', 0),
        edge('b1>b2', 0),
        edge('a2>join', 0),
        edge('b2>join', 0),
      ],
    });

  test('on synchronous runs each path goes to its end before the next begins', () => {
    expect(pathOf(runOnce(diamond('order.creating')))).toEqual(['start', 'a1', 'a2', 'b1', 'b2', 'join']);
  });

  test('on asynchronous runs the order of starting is kept', () => {
    expect(pathOf(runOnce(diamond('order.created')))).toEqual(['start', 'a1', 'b1', 'a2', 'b2', 'join']);
  });

  test('a join does not wait for a path that can no longer come', () => {
    const workflow = anyWorkflow({
      nodes: [filter('f', holds), tag('yes'), tag('no'), tag('deep'), tag('join')],
      edges: ['start>f', 'f+yes', 'f-no', 'no>deep', 'deep>join', 'yes>join'],
    });
    expect(pathOf(runOnce(workflow))).toEqual(['start', 'f', 'yes', 'join']);
  });

  test('a join that nothing reaches does not run', () => {
    const workflow = anyWorkflow({
      nodes: [filter('f', failing), filter('g', failing), tag('join')],
      edges: ['start>f', 'start>g', 'f+join', 'g+join'],
    });
    expect(pathOf(runOnce(workflow))).toEqual(['start', 'f', 'g']);
  });

  test('a join behind a background node waits for it', () => {
    const workflow = anyWorkflow({
      nodes: [ask, tag('quick'), tag('join')],
      edges: ['start>bg', 'start>quick', 'bg>join', 'quick>join'],
    });
    const plan = compile(workflow);
    const first = advance(plan, begin(plan), { now: NOW });
    expect(pathOf(first)).toEqual(['start', 'bg', 'quick']);
    expect(first.run.joins).toEqual({ join: { left: 1, arrived: 1 } });
    expect(pathOf(advance(plan, first.run, { now: NOW, results: answer() }))).toEqual(['bg', 'join']);
  });

  test('a node that two edges of one node lead to keeps its place in the order', () => {
    const workflow = anyWorkflow({
      on: 'order.creating',
      nodes: [filter('f', holds), tag('both'), tag('second')],
      edges: [edge('start>f'), edge('f+both', 0), edge('f+second', 1), edge('f-both', 2)],
    });
    expect(pathOf(runOnce(workflow))).toEqual(['start', 'f', 'both', 'second']);
  });

  test('edges of equal order run by their keys, not by their place in storage', () => {
    const edges = [edge('start>b'), edge('start>a'), edge('start>c')];
    for (const stored of [edges, [...edges].reverse()]) {
      expect(pathOf(runOnce(anyWorkflow({ nodes: [tag('c'), tag('a'), tag('b')], edges: stored })))).toEqual([
        'start',
        'a',
        'b',
        'c',
      ]);
    }
  });
});

describe('decision 44: disabled nodes', () => {
  test('are passed over by their default or success edge and leave no record', () => {
    const workflow = anyWorkflow({
      nodes: [
        { ...tag('off'), isEnabled: false },
        { ...filter('f', failing), isEnabled: false },
        tag('yes'),
        tag('no'),
      ],
      edges: ['start>off', 'off>f', 'f+yes', 'f-no'],
    });
    const advanced = runOnce(workflow);
    expect(pathOf(advanced)).toEqual(['start', 'yes']);
    expect(advanced.run.steps).not.toHaveProperty('off');
    expect(advanced.run.usage.nodes).toBe(2);
  });

  test('a disabled switch or AI decision has no such edge, so its path ends', () => {
    const node = {
      nodeKey: 's',
      nodeType: 'switch' as const,
      nodeFilterConfig: [{ key: 'a', conditions: [holds] }],
      isEnabled: false,
    };
    expect(pathOf(runOnce(anyWorkflow({ nodes: [node, tag('a')], edges: ['start>s', 's=a>a'] })))).toEqual([
      'start',
    ]);
  });
});

describe('decision 45: a filter that cannot be evaluated', () => {
  test('follows neither edge, and the run goes on with its other paths and completes', () => {
    const workflow = anyWorkflow({
      nodes: [filter('f', unevaluable), tag('yes'), tag('no'), tag('other')],
      edges: ['start>f', 'start>other', 'f+yes', 'f-no'],
    });
    const advanced = runOnce(workflow);
    expect(pathOf(advanced)).toEqual(['start', 'f', 'other']);
    expect(advanced.verdict).toBe('completed');
    expect(advanced.run.status).toBe('completed');
    expect(stepOf(advanced, 'f')).toMatchObject({
      status: 'completed_filter_error',
      outputs: { status: 'error' },
      reason: 'order.orderMetadata.boxes: "starts_with" cannot be applied to a value of this type',
    });
    expect(advanced.run.outputs.f).toEqual({ status: 'error' });
  });

  test('a filter publishes its result and status', () => {
    const workflow = anyWorkflow({
      nodes: [
        filter('f', failing),
        filter('g', { field: 'node_var_f__result', operator: 'equals', value: false }),
        tag('t', '{{node_var_f__status}}-{{node_var_g__result}}'),
      ],
      edges: ['start>f', 'f-g', 'g+t'],
    });
    expect(codesOf(workflow)).toEqual([]);
    expect(runOnce(workflow).effects[0]?.payload).toEqual({ add: ['completed-true'] });
  });
});

describe('runs and steps', () => {
  test('a step holds the data in hand, long values cut', () => {
    const workflow = anyWorkflow({
      nodes: [
        filter('f', holds, { field: 'order.description', operator: 'is_set' }),
        tag('t', '{{order.tags}}'),
      ],
      edges: ['start>f', 'f+t'],
    });
    const advanced = runOnce(workflow, {
      context: { order: anyOrder({ description: 'x'.repeat(300), tags: ['y'.repeat(10)] }) },
    });
    expect(stepOf(advanced, 'f')).toEqual({
      id: 'wfx_1:f',
      nodeKey: 'f',
      status: 'completed_filter_success',
      createdAt: '2026-11-21T12:00:00.000Z',
      nodeVariables: { 'order.status': 'valid', 'order.description': `${'x'.repeat(256)}…` },
      outputs: { result: true, status: 'completed' },
      reason: null,
      stage: null,
      missing: [],
      sent: null,
      preview: null,
    });
    expect(stepOf(advanced, 't').nodeVariables).toEqual({ 'order.tags': ['y'.repeat(10)] });
  });

  test('a background node pauses the run and goes on with its result', () => {
    const plan = compile(asking);
    const first = advance(plan, begin(plan), { now: NOW });
    expect(first).toMatchObject({ verdict: 'background', run: { status: 'paused', completedAt: null } });
    expect(stepOf(first, 'bg').status).toBe('paused');
    const idle = advance(plan, first.run, { now: NOW + 1 });
    expect(idle).toEqual({ run: first.run, effects: [], steps: [], verdict: 'waiting' });
    const held = advance(plan, first.run, { now: NOW + 2, results: answer(), maxNodes: 0 });
    expect(held).toMatchObject({
      verdict: 'running',
      run: { status: 'running', steps: { bg: 'ready_to_resume' } },
    });
    const last = advance(plan, held.run, { now: NOW + 3 });
    expect(stepOf(last, 'bg')).toMatchObject({
      id: 'wfx_1:bg',
      status: 'completed',
      createdAt: '2026-11-21T12:00:00.000Z',
    });
    expect(last).toMatchObject({
      verdict: 'completed',
      run: { status: 'completed', completedAt: '2026-11-21T12:00:00.003Z' },
    });
  });

  test('a second result, a late one and one for another run or node change nothing', () => {
    const plan = compile(asking);
    const first = advance(plan, begin(plan), { now: NOW });
    const twice = advance(plan, first.run, { now: NOW, results: [...answer('first'), ...answer('second')] });
    expect(twice.run.outputs.bg).toEqual({ report: 'first', status: 'completed' });
    expect(twice.effects.map(({ key }) => key)).toEqual(['wfx_1:after']);
    for (const effectKey of [
      'wfx_1:bg',
      'wfx_1:after',
      'wfx_1:nobody',
      'wfx_2:bg',
      'wfx_1:start',
      'nonsense',
    ]) {
      const late = advance(plan, twice.run, { now: NOW, results: [{ effectKey, outcome: 'succeeded' }] });
      expect(late).toEqual({ run: twice.run, effects: [], steps: [], verdict: 'completed' });
    }
    const odd = [{ effectKey: 'wfx_1:bg', outcome: 'perhaps' }, null, 5] as never[];
    expect(advance(plan, first.run, { now: NOW, results: odd }).run).toEqual(first.run);
  });

  test('a result that comes before its node is reached is kept, and the effect does not go out again', () => {
    const plan = compile(asking);
    const early = advance(plan, begin(plan), { now: NOW, results: answer('early'), maxNodes: 1 });
    expect(early.run.early).toHaveProperty('bg');
    const done = advance(plan, early.run, { now: NOW });
    expect(done.effects.map(({ key }) => key)).toEqual(['wfx_1:after']);
    expect(done.run).toMatchObject({ early: {}, outputs: { bg: { report: 'early' } } });
  });

  test('an effect that could not be carried out fails its step and ends its path', () => {
    const workflow = anyWorkflow({
      nodes: [tag('a'), tag('b'), tag('c')],
      edges: ['start>a', 'a>b', 'start>c'],
    });
    const plan = compile(workflow);
    const results = [{ effectKey: 'wfx_1:a', outcome: 'failed' as const, reason: 'the order is locked' }];
    const advanced = advance(plan, begin(plan), { now: NOW, results });
    expect(stepOf(advanced, 'a')).toMatchObject({ status: 'failed', reason: 'the order is locked' });
    expect(pathOf(advanced)).toEqual(['start', 'a', 'c']);
    expect(advanced).toMatchObject({
      verdict: 'failed',
      run: { status: 'failed', problem: 'a: the order is locked' },
    });
    expect(advanced.run.context.order?.tags).toEqual(['cold', 'c']);
  });

  test('one that was carried out before does not go out again, but later nodes see it', () => {
    const results = [{ effectKey: 'wfx_1:a', outcome: 'succeeded' as const }];
    const advanced = runOnce(single(tag('a')), {}, { results });
    expect(advanced.effects).toEqual([]);
    expect(advanced.run.context.order?.tags).toEqual(['cold', 'a']);
    expect(stepOf(advanced, 'a').status).toBe('completed');
  });

  test('a run pins its version', () => {
    const plan = compile(asking);
    const run = begin(plan);
    expect(() => advance(compile({ ...asking, version: 2 }), run, { now: NOW })).toThrow('pins version 1');
    expect(() => advance(compile({ ...asking, id: 'wf_2' }), run, { now: NOW })).toThrow('wf_1');
  });

  test('a cancelled run does nothing more', () => {
    const plan = compile(asking);
    const { run } = advance(plan, begin(plan), { now: NOW });
    const cancelled = cancelRun(run, NOW + 5);
    expect(cancelled).toMatchObject({
      status: 'cancelled',
      completedAt: '2026-11-21T12:00:00.005Z',
      pending: {},
    });
    expect(advance(plan, cancelled, { now: NOW, results: answer() })).toEqual({
      run: cancelled,
      effects: [],
      steps: [],
      verdict: 'failed',
    });
    expect(cancelRun(cancelled, NOW + 9)).toBe(cancelled);
    const { run: done } = advance(plan, run, { now: NOW, results: answer() });
    expect(cancelRun(done, NOW)).toBe(done);
  });

  test('every status a run takes is a legal next one', () => {
    const plan = compile(asking);
    const seen: Run['status'][] = ['pending'];
    let run = begin(plan);
    for (const input of [{ maxNodes: 1 }, {}, { results: answer(), maxNodes: 0 }, {}]) {
      run = advance(plan, run, { now: NOW, ...input }).run;
      if (run.status !== seen.at(-1)) seen.push(run.status);
    }
    expect(seen).toEqual(['pending', 'running', 'paused', 'running', 'completed']);
    for (const [index, status] of seen.slice(1).entries()) {
      expect(runLifecycle.nextStatuses(seen[index]!)).toContain(status);
    }
  });

  test('the run, its plan and the input are not changed in place', () => {
    const plan = compile(deepFreeze(structuredClone(asking)));
    const run = deepFreeze(begin(plan));
    const first = advance(plan, run, deepFreeze({ now: NOW }));
    advance(plan, deepFreeze(first.run), deepFreeze({ now: NOW, results: answer() }));
    expect(run).toEqual(begin(plan));
  });
});

describe('bounds of a run', () => {
  test('variables are bounded', () => {
    const copies = Array.from({ length: 3 }, (_, index) =>
      action(`x${index}`, 'extract_metadata_field', { path: 'big' }),
    );
    const workflow = anyWorkflow({ nodes: copies, edges: ['start>x0', 'x0>x1', 'x1>x2'] });
    const advanced = runOnce(workflow, {
      context: { order: anyOrder({ orderMetadata: { big: 'x'.repeat(30_000) } }) },
    });
    expect(stepOf(advanced, 'x1').status).toBe('completed');
    expect(stepOf(advanced, 'x2')).toMatchObject({
      status: 'failed',
      reason: 'The variables of a run may have at most 64000 bytes.',
    });
    expect(JSON.stringify(advanced.run).length).toBeLessThan(200_000);
  });

  test('a run fits a state of Step Functions, whatever its texts hold and however many steps wait', () => {
    const quotes = '"'.repeat(250);
    const order = anyOrder({ orderMetadata: { a: quotes, b: quotes, c: quotes } });
    const nodes = Array.from({ length: 190 }, (_, index) =>
      action(`n${String(index).padStart(60, '0')}`, 'ai_decision', {
        question: 'Is it fragile?',
        information: '{{order.orderMetadata.a}}{{order.orderMetadata.b}}{{order.orderMetadata.c}}',
        decision: { type: 'yes_no' },
      }),
    );
    const edges = nodes.map(({ nodeKey }) => edge(`start>${nodeKey}`));
    const plan = compile(anyWorkflow({ nodes, edges }));
    const over = anyOrder({ orderMetadata: { all: '"'.repeat(64_000) } });
    expect(() => begin(plan, { context: { order: over } })).toThrow('128000 bytes');
    const advanced = advance(plan, begin(plan, { context: { order } }), { now: NOW });
    expect(advanced.verdict).toBe('background');
    expect(advanced.steps.at(-1)).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('waiting steps of a run may hold at most 64000 bytes'),
    });
    expect(Buffer.byteLength(JSON.stringify(advanced.run))).toBeLessThan(262_144);
    const results = advanced.effects.map(({ key }) => ({
      effectKey: key,
      outcome: 'succeeded' as const,
      value: { reply: { probability: 0.9 } },
    }));
    const answered = advance(plan, advanced.run, { now: NOW, results });
    expect(answered.run.usage.bytes).toBeLessThan(advanced.run.usage.bytes);
  });

  test('what had occurred and what was sent before counts as well', () => {
    const plan = compile(anyWorkflow({ nodes: [tag('a')], edges: ['start>a'] }));
    const alreadySent = Array.from({ length: 2_000 }, (_, index) => `wf_1:n${index}:${'x'.repeat(64)}`);
    expect(() => begin(plan, { alreadySent })).toThrow('128000 bytes');
  });

  test('changes are bounded', () => {
    const value = '{{order.orderMetadata.big}}';
    const nodes = Array.from({ length: 40 }, (_, index) =>
      action(`m${index}`, 'modify_order_metadata', { key: `k${index}`, value }),
    );
    const edges = nodes.map((node, index) => edge(`${nodes[index - 1]?.nodeKey ?? 'start'}>${node.nodeKey}`));
    const advanced = runOnce(anyWorkflow({ on: 'order.creating', nodes, edges }), {
      context: { order: anyOrder({ orderMetadata: { big: 'x'.repeat(2_000) } }) },
    });
    expect(advanced.steps.at(-1)).toMatchObject({
      status: 'failed',
      reason: 'The changes of a run may have at most 64000 bytes.',
    });
  });

  test('texts are bounded', () => {
    const body = '{{order.orderMetadata.big}}'.repeat(3);
    const advanced = runOnce(single(action('n', 'summarize', { text: body })), {
      context: { order: anyOrder({ orderMetadata: { big: 'x'.repeat(30_000) } }) },
    });
    expect(stepOf(advanced, 'n')).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('longer than 64000 characters'),
    });
  });

  test('all texts of a node together are bounded', () => {
    const big = '{{order.orderMetadata.big}}';
    const context = {
      order: anyOrder({ orderMetadata: { big: 'x'.repeat(30_000), list: ['y'.repeat(30_000)] } }),
    };
    const environment = {
      connections: [
        {
          id: 'c',
          origin: 'https://a.example',
          allowedMethods: ['POST'],
          pathPrefix: '/',
          settableFields: ['a'],
        },
      ],
    };
    const send = (body: unknown[]) =>
      runOnce(
        single(
          action('n', 'send_http_request', {
            connectionId: 'c',
            method: 'POST',
            path: '',
            body: { a: body },
          }),
        ),
        { context },
        { environment },
      );
    expect(send([big, big, big, big]).verdict).toBe('background');
    expect(stepOf(send([big, big, big, big, big]), 'n')).toMatchObject({
      status: 'failed',
      stage: 'building',
    });
    const list = '{{order.orderMetadata.list}}';
    expect(send([list, list, list, list]).verdict).toBe('background');
    expect(stepOf(send([list, list, list, list, list]), 'n').status).toBe('failed');
  });

  test('a step names long lists and objects instead of holding them', () => {
    const items = Array.from({ length: 100 }, (_, index) => ({ id: index }));
    const workflow = single(tag('t', '{{order.items}}{{order.orderMetadata}}'));
    const context = { order: anyOrder({ items, orderMetadata: { text: 'x'.repeat(300) } }) };
    expect(stepOf(runOnce(workflow, { context }), 't').nodeVariables).toEqual({
      'order.items': '(list of 100)',
      'order.orderMetadata': '(object)',
    });
  });

  test('a text that is too long is taken up as any other failure of its node', () => {
    const context = { order: anyOrder({ orderMetadata: { big: 'x'.repeat(30_000) } }) };
    const body = '{{order.orderMetadata.big}}'.repeat(3);
    const decision = action('n', 'ai_decision', {
      question: 'q',
      information: body,
      decision: { type: 'yes_no' },
    });
    const branching = anyWorkflow({ nodes: [decision, tag('t')], edges: ['start>n', 'n=error>t'] });
    expect(runOnce(branching, { context })).toMatchObject({
      verdict: 'completed',
      effects: [{ nodeKey: 't' }],
    });
    for (const [slug, config] of [
      ['summarize', { text: body }],
      ['invoke_agent', { agentId: 'a', instructions: body }],
      ['send_http_request', { connectionId: 'c', method: 'POST', path: '', body: { a: body } }],
    ] as const) {
      const patient = single(action('n', slug, { ...config, onFailure: 'continue' }));
      expect(stepOf(runOnce(patient, { context }), 'n')).toMatchObject({
        status: 'completed',
        outputs: { status: 'error' },
      });
    }
  });

  test.each([
    [{ order: { deep: JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`) as never } }, 'nested deeper'],
    [{ order: { big: 'x'.repeat(130_000) } }, 'more than 128000 bytes'],
    [{ stranger: {} } as never, 'not a part'],
    [{ order: 5 as never }, 'must be an object'],
    [{ order: [] as never }, 'must be an object'],
  ])('a context is refused: %#', (context, reason) => {
    expect(refusalOf(asking, { context })).toContain(reason);
  });

  test('a definition that validation would refuse still ends', () => {
    const cyclic = anyWorkflow({ nodes: [tag('a'), tag('b')], edges: ['start>a', 'a>b', 'b>a'] });
    expect(problemsOf(cyclic)).toMatchObject([{ code: 'graph.cycle' }]);
    expect(runOnce(cyclic)).toMatchObject({ verdict: 'completed' });
    const broken = anyWorkflow({
      nodes: [
        filter('f'),
        action('x', 'nope', {}),
        tag('t', '{{'),
        { nodeKey: 's', nodeType: 'switch', nodeFilterConfig: [{}] },
        { nodeKey: 'n', nodeType: 'action' },
        tag('t'),
      ],
      edges: ['start>f', 'start>x', 'start>t', 'start>s', 'start>n', 'start>gone', 'gone>x'],
    });
    const advanced = runOnce(broken);
    expect(advanced.steps.map(({ nodeKey, status }) => `${nodeKey} ${status}`)).toEqual([
      'start completed',
      'f completed_filter_error',
      'x failed',
      't failed',
      's failed',
      'n failed',
    ]);
    expect(advanced.verdict).toBe('failed');
  });

  test('a synchronous workflow is not started asynchronously by its trigger', () => {
    expect(refusalOf(single(tag('a'), 'order.creating'), {})).toContain('runs synchronously');
    expect(refusalOf(single(tag('a'), 'order.creating'), { manual: { status: 'active' } })).toBeUndefined();
  });
});
