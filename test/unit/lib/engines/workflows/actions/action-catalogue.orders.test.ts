import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../../../../lib/engines/workflows/index.ts';
import { own } from '../../../../../../lib/engines/workflows/json.ts';
import {
  action,
  anyOrder,
  anyWorkflow,
  codesOf,
  effectOf,
  problemsOf,
  RESERVED_KEYS,
  runOnce,
  single,
  stepOf,
} from '../builders.ts';

/** Runs one action on an order; the step, the payload of its effect and the order afterwards. */
function act(slug: string, config: Record<string, unknown>, order: JsonObject = {}, on = 'order.creating') {
  const advanced = runOnce(single(action('n', slug, config), on), {
    context: {
      order: anyOrder(order),
      package: { id: 'pkg_1', pickupLocation: { id: 'loc_1', instructions: 'old' } },
    },
  });
  return {
    step: stepOf(advanced, 'n'),
    payload: advanced.effects[0]?.payload,
    run: advanced.run,
    order: advanced.run.context.order,
  };
}

describe('4.6.6 price and tip', () => {
  const config = (operation: string, amountCents: unknown, target = 'tip') => ({
    target,
    operation,
    amountCents,
  });

  test.each([
    ['set', 500, 300, 500],
    ['at_least', 500, 300, 500],
    ['at_least', 200, 300, 300],
    ['at_most', 200, 300, 200],
    ['at_most', 500, 300, 300],
    ['at_least', 500, null, 500],
    ['at_most', 500, null, null],
    ['set', 0, 300, 0],
  ])('%s %i on a tip of %j gives %j', (operation, amount, tip, expected) => {
    const { order, payload } = act('modify_order_price_or_tip', config(operation, amount), {
      tipAmountCents: tip,
    });
    expect(order?.tipAmountCents).toBe(expected);
    const bound = { field: 'tipAmountCents', operation, amountCents: amount };
    expect(payload).toEqual(tip === expected ? undefined : bound);
  });

  test('a floor and then a cap both hold, as the second sees what the first did', () => {
    const workflow = anyWorkflow({
      nodes: [
        action('floor', 'modify_order_price_or_tip', config('at_least', 1_000)),
        action('cap', 'modify_order_price_or_tip', config('at_most', 800)),
      ],
      edges: ['start>floor', 'floor>cap'],
    });
    expect(runOnce(workflow).run.context.order?.tipAmountCents).toBe(800);
  });

  test('bounds by properties: the result lies within the bound and is the closest such value', () => {
    const cents = fc.integer({ min: 1, max: 1_000_000 });
    fc.assert(
      fc.property(cents, cents, fc.constantFrom('price', 'tip'), (current, bound, target) => {
        const field = target === 'price' ? 'valueCents' : 'tipAmountCents';
        const result = (operation: string) =>
          act('modify_order_price_or_tip', config(operation, bound, target), { [field]: current }).order?.[
            field
          ];
        expect(result('set')).toBe(bound);
        expect(result('at_least')).toBe(Math.max(current, bound));
        expect(result('at_most')).toBe(Math.min(current, bound));
      }),
      { numRuns: 50, seed: 20_261_122 },
    );
  });

  test.each([
    [config('set', 0, 'price'), {}, 'more than 0'],
    [config('set', 400, 'price'), { dueAmountCents: 500 }, 'driver collects'],
    [config('set', '{{order.orderMetadata.tier}}'), {}, 'whole number of cents'],
    [
      config('set', '{{order.orderMetadata.boxes}}'),
      { orderMetadata: { boxes: 1.5 } },
      'whole number of cents',
    ],
    [
      config('set', '{{order.orderMetadata.boxes}}'),
      { orderMetadata: { boxes: -1 } },
      'whole number of cents',
    ],
    [config('set', '{{order.orderMetadata.none}}'), {}, 'whole number of cents'],
    [config('set', 5), { tipAmountCents: '300' }, 'not a number'],
  ])('%j fails the step', (settings, order, reason) => {
    const { step, payload } = act('modify_order_price_or_tip', settings, order);
    expect(step).toMatchObject({ status: 'failed' });
    expect(step.reason).toContain(reason);
    expect(payload).toBeUndefined();
  });

  test('the amount may come from a variable', () => {
    expect(act('modify_order_price_or_tip', config('set', '{{order.orderMetadata.boxes}}')).payload).toEqual({
      field: 'tipAmountCents',
      operation: 'set',
      amountCents: 3,
    });
  });
});

describe('4.6.6 tags and requirements', () => {
  test('a tag is added once', () => {
    expect(act('add_tag', { tag: 'tier-{{order.orderMetadata.tier}}' })).toMatchObject({
      payload: { add: ['tier-gold'] },
      order: { tags: ['cold', 'tier-gold'] },
    });
    expect(act('add_tag', { tag: 'cold' })).toMatchObject({
      payload: undefined,
      step: { status: 'completed' },
    });
    expect(act('add_tag', { tag: 'x' }, { tags: null }).order?.tags).toEqual(['x']);
  });

  test('an empty or endless tag fails', () => {
    expect(act('add_tag', { tag: '{{order.dropoffInstructions}}' }).step.status).toBe('failed');
    expect(
      act('add_tag', { tag: '{{order.description}}' }, { description: 'x'.repeat(129) }).step.status,
    ).toBe('failed');
  });

  test('requirements are added once, whatever was there', () => {
    const known = fc.constantFrom(
      'alcohol',
      'tobacco',
      'vapes',
      'meet_on_delivery',
      'custom:x',
      'preferred:y',
    );
    fc.assert(
      fc.property(
        fc.array(known, { maxLength: 5 }),
        fc.array(known, { minLength: 1, maxLength: 5 }),
        (before, added) => {
          const present = [...new Set(before)];
          const { order, payload } = act(
            'add_requirements',
            { requirements: added },
            { requirements: present },
          );
          const listed = (order?.requirements ?? []) as readonly string[];
          expect(new Set(listed)).toEqual(new Set([...present, ...added]));
          expect(listed).toHaveLength(new Set([...present, ...added]).size);
          expect(payload === undefined).toBe(added.every((item) => present.includes(item)));
        },
      ),
      { numRuns: 50, seed: 20_261_122 },
    );
  });

  test('an unknown requirement is refused at save', () => {
    expect(codesOf(single(action('n', 'add_requirements', { requirements: ['handle_with_love'] })))).toEqual([
      'action.config',
    ]);
  });
});

describe('4.6.6 metadata extraction', () => {
  test.each([
    ['tier', 'gold', true],
    ['boxes', 3, true],
    ['fragile', true, true],
    ['nothing', null, false],
    ['tier.deep', null, false],
  ])('%s is %j', (path, value, found) => {
    const { step, payload } = act('extract_metadata_field', { path });
    expect(step.outputs).toEqual({ value, found });
    expect(payload).toBeUndefined();
  });

  test('of a package or a job, and nothing of an entity that is not there', () => {
    const workflow = single(action('n', 'extract_metadata_field', { entity: 'job', path: 'a' }));
    expect(stepOf(runOnce(workflow, { context: { job: { jobMetadata: { a: [1] } } } }), 'n').outputs).toEqual(
      { value: [1], found: true },
    );
    expect(stepOf(runOnce(workflow, { context: {} }), 'n').outputs).toEqual({ value: null, found: false });
    expect(codesOf(single(action('n', 'extract_metadata_field', { path: '__proto__' })))).toEqual([
      'action.config',
    ]);
  });
});

describe('4.6.11 update order text', () => {
  const text = (mode: string | undefined, target = 'dropoff_instructions', words = 'Ring twice') => ({
    target,
    text: words,
    ...(mode === undefined ? {} : { mode }),
  });
  const field = {
    pickup_instructions: 'pickupInstructions',
    dropoff_instructions: 'dropoffInstructions',
    order_description: 'description',
  } as const;

  test.each([
    [undefined, 'Ring twice\nLeave it'],
    ['add_before', 'Ring twice\nLeave it'],
    ['add_after', 'Leave it\nRing twice'],
    ['replace', 'Ring twice'],
    ['only_when_missing', 'Leave it'],
  ])('mode %s', (mode, expected) => {
    for (const [target, name] of Object.entries(field)) {
      const { order } = act('modify_order_instructions', text(mode, target), { [name]: 'Leave it' });
      expect(order?.[name]).toBe(expected);
    }
  });

  test.each([
    ['dropoff_instructions', '', true],
    ['dropoff_instructions', null, true],
    ['dropoff_instructions', '   ', true],
    ['dropoff_instructions', 'N/A', true],
    ['dropoff_instructions', 'n/a.', true],
    ['dropoff_instructions', 'NA', true],
    ['dropoff_instructions', 'Nada', false],
    ['pickup_instructions', '1 Main Street, Springfield', true],
    ['pickup_instructions', 'Main Street 1', true],
    ['pickup_instructions', '1 MAIN STREET', true],
    ['pickup_instructions', '1 Main Street, back door', false],
    ['dropoff_instructions', '1 Main Street, Springfield', false],
    ['order_description', '', true],
    ['order_description', '  \n', true],
    ['order_description', 'N/A', false],
    ['order_description', '1 Main Street, Springfield', false],
  ])('only-when-missing: %s %j counts as missing: %j', (target, present, missing) => {
    const name = field[target as keyof typeof field];
    const { order, payload } = act('modify_order_instructions', text('only_when_missing', target), {
      [name]: present,
    });
    expect(order?.[name]).toBe(missing ? 'Ring twice' : present);
    expect(payload === undefined).toBe(!missing);
  });

  test('280 characters pass, one more fails the step and nothing is cut off', () => {
    const present = { dropoffInstructions: 'x'.repeat(280 - 'Ring twice\n'.length) };
    expect(
      act('modify_order_instructions', text('add_before'), present).order?.dropoffInstructions,
    ).toHaveLength(280);
    const longer = { dropoffInstructions: `${present.dropoffInstructions}x` };
    const { step, order } = act('modify_order_instructions', text('add_before'), longer);
    expect(step).toMatchObject({
      status: 'failed',
      reason: 'The combined text has 281 characters; the limit is 280.',
    });
    expect(order?.dropoffInstructions).toBe(longer.dropoffInstructions);
  });

  test('combining by properties: both texts are there, in order, or the step fails', () => {
    const words = fc
      .string({ minLength: 1, maxLength: 200 })
      .filter((item) => item.trim() === item && !item.includes('{{'));
    fc.assert(
      fc.property(words, words, fc.constantFrom('add_before', 'add_after'), (present, added, mode) => {
        const { step, order } = act('modify_order_instructions', text(mode, 'order_description', added), {
          description: present,
        });
        const wanted = mode === 'add_before' ? `${added}\n${present}` : `${present}\n${added}`;
        if (wanted.length > 280) expect(step.status).toBe('failed');
        else expect(order?.description).toBe(wanted);
      }),
      { numRuns: 100, seed: 20_261_122 },
    );
  });

  test('variables that come out empty add nothing, but do replace', () => {
    const config = (mode: string) => text(mode, 'order_description', '{{order.dropoffInstructions}}');
    expect(act('modify_order_instructions', config('add_before')).payload).toBeUndefined();
    expect(
      act('modify_order_instructions', config('only_when_missing'), { description: '' }).payload,
    ).toBeUndefined();
    expect(act('modify_order_instructions', config('replace')).payload).toMatchObject({ text: '' });
  });

  test('the package that was built from the order changes too', () => {
    expect(act('modify_order_instructions', text('replace', 'pickup_instructions')).payload).toEqual({
      field: 'pickupInstructions',
      text: 'Ring twice',
      package: { pickupLocation: { id: 'loc_1', instructions: 'Ring twice' } },
    });
    expect(act('modify_order_instructions', text('replace', 'order_description')).payload?.package).toEqual({
      description: 'Ring twice',
    });
    expect(act('modify_order_instructions', text('replace')).payload?.package).toBeNull();
  });

  test.each(['store', 'provider'])(
    'a pickup override from a %s keeps precedence on the package',
    (source) => {
      const { payload, order } = act('modify_order_instructions', text('replace', 'pickup_instructions'), {
        pickupInstructionsSource: source,
      });
      expect(payload).toMatchObject({ text: 'Ring twice', package: null });
      expect(order?.pickupInstructions).toBe('Ring twice');
    },
  );

  test('one node per field', () => {
    const workflow = anyWorkflow({
      on: 'order.creating',
      nodes: [
        action('a', 'modify_order_instructions', text('replace')),
        action('b', 'modify_order_instructions', text('replace', 'order_description')),
        action('c', 'modify_order_instructions', text('add_after')),
      ],
      edges: ['start>a', 'a>b', 'b>c'],
    });
    expect(problemsOf(workflow)).toMatchObject([{ code: 'action.exclusive', nodeKey: 'c' }]);
  });

  test.each(['order.created', 'job.created', 'route.created', 'order.validating'])(
    'on %s it is refused at save',
    (on) => {
      expect(codesOf(single(action('n', 'modify_order_instructions', text('replace')), on))).toContain(
        'action.trigger',
      );
      expect(codesOf(single(action('n', 'modify_order_metadata', { key: 'a', value: 1 }), on))).toContain(
        'action.trigger',
      );
    },
  );
});

describe('4.6.12 update order metadata', () => {
  test('one key is written, the others stay', () => {
    const { payload, order } = act('modify_order_metadata', { key: 'tier', value: 'silver' });
    expect(payload).toEqual({ key: 'tier', value: 'silver' });
    expect(order?.orderMetadata).toEqual({ tier: 'silver', boxes: 3, fragile: true });
    expect(
      act('modify_order_metadata', { key: 'a', value: 1 }, { orderMetadata: null }).order?.orderMetadata,
    ).toEqual({ a: 1 });
  });

  test.each([
    ['text', 'text'],
    [5, 5],
    [false, false],
    [null, null],
    ['{{order.orderMetadata.boxes}}', 3],
    ['{{order.orderMetadata.fragile}}', true],
    ['{{order.orderMetadata.none}}', null],
    ['{{order.orderMetadata.boxes}} boxes', '3 boxes'],
  ])('the value %j is written as %j', (value, written) => {
    expect(act('modify_order_metadata', { key: 'k', value }).payload).toEqual({ key: 'k', value: written });
  });

  test('types are kept by properties', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.integer(), fc.boolean(), fc.string({ maxLength: 100 }), fc.constant(null)),
        (value) => {
          const { order } = act(
            'modify_order_metadata',
            { key: 'copy', value: '{{order.orderMetadata.source}}' },
            { orderMetadata: { source: value } },
          );
          expect(own(order?.orderMetadata, 'copy')).toEqual(value);
        },
      ),
      { numRuns: 50, seed: 20_261_122 },
    );
  });

  test('lists, objects and endless texts fail the step', () => {
    expect(act('modify_order_metadata', { key: 'k', value: '{{order.tags}}' }).step).toMatchObject({
      status: 'failed',
    });
    expect(act('modify_order_metadata', { key: 'k', value: '{{order.orderMetadata}}' }).step.status).toBe(
      'failed',
    );
    expect(
      act(
        'modify_order_metadata',
        { key: 'k', value: '{{order.description}}' },
        { description: 'x'.repeat(2_001) },
      ).step.status,
    ).toBe('failed');
    expect(act('modify_order_metadata', { key: 'tier', value: 'gold' }).payload).toBeUndefined();
  });

  test.each([
    'nash',
    'nashId',
    'NASH_x',
    'Nash',
    '__proto__',
    'constructor',
    'prototype',
    'externalId',
    'organizationId',
    '',
    ' a',
    'a*',
    'a?',
    '{{order.id}}',
    'a[0]',
  ])('the key %j is refused', (key) => {
    expect(
      codesOf(single(action('n', 'modify_order_metadata', { key, value: 1 }), 'order.creating')),
    ).toContain('action.config');
  });

  test.each(['my key', 'a.b', 'gnash', 'externalid'])('the key %j is taken', (key) => {
    expect(
      codesOf(single(action('n', 'modify_order_metadata', { key, value: 1 }), 'order.creating')),
    ).toEqual([]);
  });

  test('a node has one key, so it cannot clear all metadata', () => {
    expect(
      codesOf(single(action('n', 'modify_order_metadata', { value: null }), 'order.creating')),
    ).toContain('action.config');
  });
});

describe('4.6.10 mark invalid', () => {
  const mark = (field: unknown, message = 'Too heavy: {{order.weight}} kg') =>
    action('m', 'add_validation_error', { field, message });

  test('the message lands in validationErrors under the key', () => {
    const advanced = runOnce(single(mark('weight'), 'order.validating'), {
      context: { order: anyOrder({ weight: 60 }) },
    });
    expect(effectOf(advanced, 'm')).toMatchObject({
      action: 'add_validation_error',
      payload: { field: 'weight', message: 'Too heavy: 60 kg' },
    });
    expect(advanced.run.context.order?.validationErrors).toEqual({ weight: 'Too heavy: 60 kg' });
  });

  test.each(['weight', 'a', 'x'.repeat(64), 'addressLine2'])('the key %j is taken', (field) => {
    expect(codesOf(single(mark(field), 'order.validating'))).toEqual([]);
  });

  test.each(['', 'Weight', 'my_key', 'my key', 'x'.repeat(65), '{{order.id}}', ...RESERVED_KEYS, 5])(
    'the key %j is refused',
    (field) => {
      expect(codesOf(single(mark(field), 'order.validating'))).toEqual(['action.config']);
    },
  );

  test('the message may carry order variables and no others', () => {
    expect(codesOf(single(mark('a', '{{trigger_metadata.x}}'), 'order.validating'))).toEqual([
      'variable.unavailable',
    ]);
    expect(codesOf(single(mark('a', '{{customer.first_name}}'), 'order.validating'))).toEqual([
      'variable.unavailable',
    ]);
  });

  test('it stands on order.validating only', () => {
    expect(codesOf(single(mark('a'), 'order.created'))).toEqual(['action.trigger']);
  });
});

const ROUTE_ID = 'rte_01ARZ3NDEKTSV4RRFFQ69G5FAV';

describe('4.6.6 actions on orders, tasks, deliveries and routes', () => {
  const context = {
    order: anyOrder({ routeId: ROUTE_ID }),
    job: { id: 'job_1' },
    task: { id: 'tsk_1' },
    delivery: { id: 'dlv_1' },
    route: { id: ROUTE_ID },
  };
  const on = (slug: string, config: Record<string, unknown>, given = {}) =>
    runOnce(single(action('n', slug, config)), { context: { ...context, ...given } });

  test.each([
    ['dispatch_strategy', { dispatchStrategyId: 'dss_1' }, 'ord_1', { dispatchStrategyId: 'dss_1' }],
    ['cancel_order', { reason: 'for {{order.id}}' }, 'ord_1', { reason: 'for ord_1' }],
    ['cancel_delivery', {}, 'dlv_1', { reason: null }],
    ['auto_reassign', { reason: 'late' }, 'tsk_1', { reason: 'late' }],
    ['flag_delivery', {}, 'dlv_1', { message: null, autoResolve: false }],
    [
      'flag_delivery',
      { target: 'task', message: 'look', autoResolve: true },
      'tsk_1',
      { message: 'look', autoResolve: true },
    ],
    ['remove_order_from_route', {}, 'ord_1', { routeId: ROUTE_ID }],
    [
      'raise_route_flag',
      { type: 'late_departure', note: '{{route.id}}' },
      ROUTE_ID,
      { type: 'late_departure', severity: 'Auto', note: ROUTE_ID },
    ],
    [
      'update_route_flag',
      { flagId: 'f1', severity: 'P1' },
      ROUTE_ID,
      { flagId: 'f1', type: null, severity: 'P1', status: null, note: null },
    ],
    [
      'resolve_route_flag',
      { type: 'late_departure', note: 'done' },
      ROUTE_ID,
      { flagId: null, type: 'late_departure', note: 'done' },
    ],
    ['assign_route_flag', { userId: null }, ROUTE_ID, { flagId: null, type: null, userId: null }],
    [
      'emit_custom_event',
      { name: 'ready', payload: { n: '{{order.valueCents}}', t: 'x{{order.id}}' } },
      'ord_1',
      { name: 'ready', payload: { n: 5_000, t: 'xord_1' } },
    ],
    [
      'emit_custom_event',
      { customEventDefinitionId: 'ced_1', entity: 'job' },
      'job_1',
      { customEventDefinitionId: 'ced_1', payload: {} },
    ],
  ])('%s %j acts on %s', (slug, config, id, payload) => {
    expect(effectOf(on(slug, config), 'n')).toMatchObject({
      key: 'wfx_1:n',
      action: slug,
      background: false,
      target: { id },
      payload,
    });
  });

  test.each([
    ['dispatch_strategy', { dispatchStrategyId: 'dss_1' }, { order: null }],
    ['modify_order_price_or_tip', { target: 'tip', operation: 'set', amountCents: 1 }, { order: null }],
    ['add_tag', { tag: 'x' }, { order: undefined }],
    ['add_requirements', { requirements: ['alcohol'] }, { order: null }],
    ['remove_order_from_route', {}, { order: null }],
    ['cancel_delivery', {}, { delivery: null }],
    ['auto_reassign', {}, { task: null }],
    ['raise_route_flag', { type: 'late_departure' }, { route: null }],
    ['emit_custom_event', { name: 'x', entity: 'job' }, { job: null }],
  ])('%s fails when its entity is not there', (slug, config, given) => {
    const advanced = on(slug, config, given);
    expect(stepOf(advanced, 'n')).toMatchObject({ status: 'failed' });
    expect(stepOf(advanced, 'n').reason).toContain('This run has no');
    expect(advanced.effects).toEqual([]);
  });

  test('an order that is on no route cannot be removed from one', () => {
    expect(stepOf(on('remove_order_from_route', {}, { order: anyOrder() }), 'n').reason).toContain(
      'not on a route',
    );
  });

  test('a flag id that comes out empty selects no flag instead of every flag', () => {
    const advanced = on('resolve_route_flag', { flagId: '{{order.dropoffInstructions}}' });
    expect(stepOf(advanced, 'n').status).toBe('failed');
    expect(codesOf(single(action('n', 'update_route_flag', {}), 'route.started'))).toEqual(['action.config']);
  });

  test('4.6.3 an event is named by name or definition, never both; a definition must exist, and nothing archived is named', () => {
    const old = { id: 'ced_2', key: 'old', isArchived: true };
    const environment = { customEvents: [{ id: 'ced_1', key: 'ready' }, old] };
    const codes = (config: Record<string, unknown>) =>
      codesOf(single(action('n', 'emit_custom_event', config)), environment);
    expect(codes({ name: 'ready', customEventDefinitionId: 'ced_1' })).toEqual(['action.config']);
    expect(codes({})).toEqual(['action.config']);
    expect(codes({ name: 'ready' })).toEqual([]);
    expect(codes({ name: 'anything' })).toEqual([]);
    expect(codes({ name: 'old' })).toEqual(['action.reference']);
    expect(codes({ customEventDefinitionId: 'ced_2' })).toEqual(['action.reference']);
    expect(codes({ customEventDefinitionId: 'ced_9' })).toEqual(['action.reference']);
    expect(codes({ name: 'ready', payload: { constructor: 1 } })).toEqual(['action.config']);
  });

  test('the payload of an event is bounded at 1 KB', () => {
    const config = { name: 'ready', payload: { text: '{{order.description}}' } };
    expect(
      stepOf(on('emit_custom_event', config, { order: anyOrder({ description: 'x'.repeat(1_100) }) }), 'n')
        .reason,
    ).toContain('1024');
  });
});
