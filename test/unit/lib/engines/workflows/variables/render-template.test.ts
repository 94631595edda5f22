import { describe, expect, test } from 'vitest';
import { compileTemplate } from '../../../../../../lib/engines/workflows/variables/compile-template.ts';
import { parseTemplate } from '../../../../../../lib/engines/workflows/variables/parse-template.ts';
import {
  renderText,
  renderValue,
} from '../../../../../../lib/engines/workflows/variables/render-template.ts';
import {
  everyVariable,
  type NodeOutputs,
  nearestVariable,
  type OutputsByNode,
  resolveVariable,
} from '../../../../../../lib/engines/workflows/variables/resolve-variable.ts';
import type { RunContext, Scope } from '../../../../../../lib/engines/workflows/variables/scope.ts';
import { anyOrder, NOW } from '../builders.ts';

const nodes: OutputsByNode = new Map<string, NodeOutputs>([
  ['ai', { branch: 'text', value: 'json', probability: 'number' }],
  ['ai__deep', { branch: 'text' }],
]);

function scopeOf(context: RunContext, outputs: Scope['outputs'] = {}): Scope {
  return { context, outputs, occurred: {}, now: NOW };
}

function template(source: string) {
  const compiled = compileTemplate(source, nodes);
  if ('errors' in compiled) throw new Error(JSON.stringify(compiled.errors));
  return compiled;
}

function text(source: string, context: RunContext = { order: anyOrder() }, outputs: Scope['outputs'] = {}) {
  return renderText(template(source), scopeOf(context, outputs));
}

function value(source: string, context: RunContext = { order: anyOrder() }) {
  const rendered = renderValue(template(source), scopeOf(context));
  return 'tooLong' in rendered ? rendered : rendered.value;
}

describe('parsing', () => {
  test('splits text and variables with their positions', () => {
    expect(parseTemplate('Hi {{ customer.first_name }}!')).toEqual({
      source: 'Hi {{ customer.first_name }}!',
      parts: [
        'Hi ',
        { path: 'customer.first_name', segments: ['customer', 'first_name'], start: 3, end: 28 },
        '!',
      ],
    });
  });

  test('text without variables, empty text and lone braces are plain', () => {
    expect(parseTemplate('no } {  }} here')).toMatchObject({ parts: ['no } {  }} here'] });
    expect(parseTemplate('')).toMatchObject({ parts: [] });
  });

  test.each([
    ['{{}}', 0, 'no name'],
    ['ab{{ }}', 2, 'no name'],
    ['ab {{order.id', 3, 'not closed'],
    ['{{order..id}}', 0, 'empty'],
    ['{{.id}}', 0, 'empty'],
    ['{{order.id | upper}}', 0, 'not a variable'],
    ['{{order["id"]}}', 0, 'not a variable'],
    ['{{ {{order.id}} }}', 0, 'not a variable'],
    ['{{order.__proto__}}', 0, 'cannot be part'],
    ['{{constructor.name}}', 0, 'cannot be part'],
    ['{{order.prototype.x}}', 0, 'cannot be part'],
    [`{{${'a.'.repeat(16)}b}}`, 0, 'more than 16 parts'],
    [`{{${'a'.repeat(257)}}}`, 0, 'longer than 256'],
  ])('%j fails at %i: %s', (source, position, message) => {
    const parsed = parseTemplate(source);
    if (!('errors' in parsed)) throw new Error('parsed');
    expect(parsed.errors[0]?.position).toBe(position);
    expect(parsed.errors[0]?.message).toContain(message);
  });

  test('every error is told, with its own position', () => {
    const parsed = parseTemplate('{{}} and {{a..b}} and {{c');
    expect('errors' in parsed && parsed.errors.map(({ position }) => position)).toEqual([0, 9, 22]);
  });

  test('bounds: 16 parts, 256 characters, 200 variables, 40,000 characters', () => {
    expect(parseTemplate(`{{${'a.'.repeat(15)}b}}`)).toHaveProperty('parts');
    expect(parseTemplate(`{{${'a'.repeat(256)}}}`)).toHaveProperty('parts');
    expect(parseTemplate('{{a}}'.repeat(200))).toHaveProperty('parts');
    expect(parseTemplate('{{a}}'.repeat(201))).toHaveProperty('errors');
    expect(parseTemplate('x'.repeat(40_000))).toHaveProperty('parts');
    expect(parseTemplate('x'.repeat(40_001))).toMatchObject({ errors: [{ position: 40_000 }] });
  });
});

describe('resolving against the schema', () => {
  test.each([
    ['order.id', 'text', true, ['order'], undefined],
    ['order.valueCents', 'number', true, ['order'], undefined],
    ['order.pickupStartTime', 'date_time', true, ['order'], undefined],
    ['order.orderMetadata', 'json', true, ['order'], undefined],
    ['order.orderMetadata.tier.x', 'json', false, ['order'], undefined],
    ['order.tags.0', 'json', false, ['order'], undefined],
    ['package.pickupLocation.email', 'text', true, ['package'], undefined],
    ['route.planned_departure', 'date_time', true, ['route'], undefined],
    ['customer.first_name', 'text', true, ['order', 'package'], undefined],
    ['dropoff_eta', 'date_time', true, ['delivery'], undefined],
    ['trigger_metadata', 'json', true, [], undefined],
    ['trigger_metadata.any.thing', 'json', false, [], undefined],
    ['custom_event', 'json', true, [], undefined],
    ['custom_event.name', 'text', true, [], undefined],
    ['custom_event.timestamp', 'date_time', true, [], undefined],
    ['custom_event.payload', 'json', true, [], undefined],
    ['custom_event.payload.size', 'json', false, [], undefined],
    ['node_var_ai__branch', 'text', true, [], 'ai'],
    ['node_var_ai__value', 'json', true, [], 'ai'],
    ['node_var_ai__value.deep', 'json', false, [], 'ai'],
    ['node_var_ai__deep__branch', 'text', true, [], 'ai__deep'],
  ])('%s is %s, known %j', (path, type, known, entities, nodeKey) => {
    const reference = resolveVariable(path.split('.'), nodes);
    expect(reference).toMatchObject({ path, type, known, entities });
    expect(reference?.nodeKey).toBe(nodeKey);
  });

  test.each([
    'order',
    'order.nothing',
    'order.id.deep',
    'order.custom_event',
    'customer.nothing',
    'custom_event.nothing',
    'custom_event.name.deep',
    'node_var_ai',
    'node_var_ai__nothing',
    'node_var_ai__branch.deep',
    'node_var_other__branch',
    'nothing',
    'toString',
    'hasOwnProperty.call',
  ])('%s is unknown', (path) => {
    expect(resolveVariable(path.split('.'), nodes)).toBeUndefined();
  });

  test.each([
    ['order.dropoff_first_name', 'order.dropoffFirstName'],
    ['customer.firstname', 'customer.first_name'],
    ['node_var_ai__branh', 'node_var_ai__branch'],
    ['custom_event.nam', 'custom_event.name'],
    ['completely.different.thing', undefined],
    ['x'.repeat(200), undefined],
  ])('the nearest to %s is %s', (path, nearest) => {
    expect(nearestVariable(path.split('.'), nodes)).toBe(nearest);
  });

  test('every variable that is offered resolves', () => {
    for (const path of everyVariable(nodes)) {
      expect(resolveVariable(path.split('.'), nodes), path).toMatchObject({ known: true });
    }
  });
});

describe('4.6.14 filling in', () => {
  test('texts, numbers, booleans, lists and objects', () => {
    expect(text('{{order.id}} {{order.valueCents}} {{order.tags}} {{order.tags.0}}')).toEqual({
      value: 'ord_1 5000 ["cold"] cold',
      missing: [],
      nonexistent: [],
    });
    expect(text('{{order.orderMetadata.fragile}}')).toMatchObject({ value: 'true' });
    expect(text('{{order.orderMetadata}}')).toMatchObject({
      value: '{"tier":"gold","boxes":3,"fragile":true}',
    });
  });

  test('what resolves to nothing becomes empty text and is noted', () => {
    expect(text('[{{order.dropoffInstructions}}]')).toEqual({
      value: '[]',
      missing: ['order.dropoffInstructions'],
      nonexistent: [],
    });
    expect(text('[{{delivery.courierName}}{{node_var_ai__branch}}]')).toMatchObject({
      value: '[]',
      missing: ['delivery.courierName', 'node_var_ai__branch'],
      nonexistent: [],
    });
  });

  test('a key that exists nowhere is told apart from one without a value', () => {
    const order = anyOrder({ orderMetadata: { empty: null } });
    expect(text('{{order.orderMetadata.empty}}', { order })).toMatchObject({ nonexistent: [] });
    expect(text('{{order.orderMetadata.nope}}', { order })).toMatchObject({
      missing: ['order.orderMetadata.nope'],
      nonexistent: ['order.orderMetadata.nope'],
    });
    expect(text('{{order.unheard}}', { order })).toMatchObject({ nonexistent: ['order.unheard'] });
    expect(text('{{unheard.of}}', { order })).toMatchObject({ value: '', nonexistent: ['unheard.of'] });
    expect(text('{{order.later}}', { order: { later: 'here' } })).toMatchObject({
      value: 'here',
      missing: [],
    });
  });

  test('values are not expanded again', () => {
    const order = anyOrder({ description: '{{order.id}}' });
    expect(text('{{order.description}}', { order })).toMatchObject({ value: '{{order.id}}' });
  });

  test('each value can be encoded, the text around it is not', () => {
    const order = anyOrder({ description: 'a/b' });
    const rendered = renderText(template('x/{{order.description}}'), scopeOf({ order }), encodeURIComponent);
    expect(rendered).toMatchObject({ value: 'x/a%2Fb' });
  });

  test('message variables read the first place that has a value', () => {
    const order = anyOrder();
    expect(text('{{customer.first_name}}', { order })).toMatchObject({ value: 'Ada' });
    expect(text('{{customer.first_name}}', { order, customer: { first_name: 'Bo' } })).toMatchObject({
      value: 'Bo',
    });
    const pack = { dropoffLocation: { firstName: 'Cy' } };
    expect(text('{{customer.first_name}}', { package: pack })).toMatchObject({ value: 'Cy' });
    expect(text('{{customer.first_name}}', { order: { dropoffFirstName: '' }, package: pack })).toMatchObject(
      { value: 'Cy' },
    );
    expect(text('{{dropoff_eta}}', { message: { dropoff_eta: 'soon' } })).toMatchObject({ value: 'soon' });
    expect(text('{{driver.name}}', { route: { driver: 'Di' } })).toMatchObject({ value: 'Di' });
  });

  test('a value that is one whole variable keeps its type', () => {
    expect(value('{{order.valueCents}}')).toBe(5_000);
    expect(value('{{order.orderMetadata.fragile}}')).toBe(true);
    expect(value('{{order.tags}}')).toEqual(['cold']);
    expect(value('{{order.dropoffInstructions}}')).toBeNull();
    expect(value('{{order.valueCents}} ')).toBe('5000 ');
    expect(value('{{order.valueCents}}{{order.valueCents}}')).toBe('50005000');
    expect(value('plain')).toBe('plain');
  });

  test('4.6.15 a whole date-time becomes ISO 8601', () => {
    expect(value('{{order.pickupStartTime}}', { order: { pickupStartTime: '2026-11-22T10:00' } })).toBe(
      '2026-11-22T10:00:00.000Z',
    );
    expect(value('{{order.pickupStartTime}}', { order: { pickupStartTime: NOW } })).toBe(
      '2026-11-21T12:00:00.000Z',
    );
    expect(value('{{order.pickupStartTime}}', { order: { pickupStartTime: 'soon' } })).toBe('soon');
    expect(value('{{order.pickupStartTime}}', { order: { pickupStartTime: 9e99 } })).toBe(9e99);
  });

  test('what a whole value misses is noted, and nothing else is', () => {
    const whole = (source: string) => renderValue(template(source), scopeOf({ order: anyOrder() }));
    expect(whole('{{order.valueCents}}')).toEqual({ value: 5_000, missing: [], nonexistent: [] });
    expect(whole('{{order.description}}')).toEqual({ value: 'Two boxes', missing: [], nonexistent: [] });
    expect(whole('{{order.dropoffInstructions}}')).toEqual({
      value: null,
      missing: ['order.dropoffInstructions'],
      nonexistent: [],
    });
    expect(whole('{{order.orderMetadata.no}}')).toEqual({
      value: null,
      missing: ['order.orderMetadata.no'],
      nonexistent: ['order.orderMetadata.no'],
    });
    expect(text('{{order.description}}')).toEqual({ value: 'Two boxes', missing: [], nonexistent: [] });
  });

  test('a whole entity is never written out, and a broken template is no template', () => {
    expect(text('{{order}}')).toMatchObject({ value: '', nonexistent: ['order'] });
    expect(text('{{stranger.x}}', { order: anyOrder() })).toMatchObject({ value: '' });
    expect(compileTemplate('{{', nodes)).toHaveProperty('errors');
  });

  test('expansion is bounded', () => {
    const order = anyOrder({ description: 'x'.repeat(32_000) });
    expect(text('{{order.description}}{{order.description}}', { order })).toMatchObject({ missing: [] });
    expect(text('{{order.description}}{{order.description}}.', { order })).toEqual({ tooLong: true });
    const long = anyOrder({ description: 'x'.repeat(64_001) });
    expect(value('{{order.description}}', { order: long })).toEqual({ tooLong: true });
    expect(
      value('{{order.description}}', { order: anyOrder({ description: 'x'.repeat(64_000) }) }),
    ).toHaveLength(64_000);
  });

  test('own properties only', () => {
    const order = Object.create({ description: 'inherited' }) as Record<string, never>;
    expect(text('{{order.description}}{{order.toString}}', { order })).toMatchObject({ value: '' });
    expect(text('{{order.tags.length}}{{order.tags.01}}{{order.tags.-1}}')).toMatchObject({ value: '' });
    expect(text('{{order.id.length}}')).toMatchObject({ value: '' });
  });
});
