import { describe, expect, test } from 'vitest';
import { compileConditions } from '../../../../../../lib/engines/workflows/filters/compile-conditions.ts';
import { compilePattern } from '../../../../../../lib/engines/workflows/filters/compile-pattern.ts';
import { parseDateTime } from '../../../../../../lib/engines/workflows/filters/parse-date-time.ts';
import type { Json } from '../../../../../../lib/engines/workflows/index.ts';
import type { RunContext, Scope } from '../../../../../../lib/engines/workflows/variables/scope.ts';
import { anyOrder, NOW } from '../builders.ts';

function scopeOf(context: RunContext, parts: Partial<Scope> = {}): Scope {
  return { context, outputs: {}, occurred: {}, now: NOW, ...parts };
}

/** Evaluates conditions on an order, or on a whole context. `error` stands for an error value. */
function evaluate(items: unknown, context: RunContext = { order: anyOrder() }, parts: Partial<Scope> = {}) {
  const compiled = compileConditions(items, { nodes: new Map([['ai', { value: 'json' }]]), strict: false });
  expect(compiled.problems).toEqual([]);
  const answer = compiled.evaluate(scopeOf(context, parts));
  return typeof answer === 'boolean' ? answer : 'error';
}

function check(field: string, operator: string, value: unknown, given: Json | undefined, timeZone?: string) {
  const [root = '', name = '', below] = field.split('.');
  const held = below === undefined ? given : { [below]: given };
  const context = { [root]: { id: 'x', [name]: held } };
  return evaluate([{ field, operator, value, timeZone }], context);
}

function problem(condition: unknown, entities?: readonly ('order' | 'package')[]) {
  const scope = { nodes: new Map(), strict: false, entities };
  const [first] = compileConditions([condition], scope).problems;
  return first === undefined ? undefined : { ...first, suggestion: first.suggestion?.() };
}

describe('numbers', () => {
  test.each([
    ['equals', 5, 5, true],
    ['equals', 5, 6, false],
    ['not_equals', 5, 6, true],
    ['not_equals', 5, 5, false],
    ['greater_than', 5, 6, true],
    ['greater_than', 5, 5, false],
    ['greater_than_or_equal_to', 5, 5, true],
    ['greater_than_or_equal_to', 5, 4, false],
    ['less_than', 5, 4, true],
    ['less_than', 5, 5, false],
    ['less_than_or_equal_to', 5, 5, true],
    ['less_than_or_equal_to', 5, 6, false],
    ['in', [1, 2], 2, true],
    ['in', [1, 2], 3, false],
    ['not_in', [1, 2], 3, true],
    ['not_in', [1, 2], 2, false],
    ['in', [], 2, false],
    ['equals', 5, '5', 'error'],
    ['greater_than', 5, 'much', 'error'],
    ['in', [5], '5', 'error'],
    ['in', [5], [5], 'error'],
    ['in', [5], { a: 5 }, 'error'],
  ])('%s %j of %j is %j', (operator, value, given, expected) => {
    expect(check('order.valueCents', operator, value, given)).toBe(expected);
  });
});

describe('texts', () => {
  test.each([
    ['equals', 'a', 'a', true],
    ['equals', 'a', 'A', false],
    ['not_equals', 'a', 'b', true],
    ['contains', 'ell', 'hello', true],
    ['contains', 'Ell', 'hello', false],
    ['starts_with', 'he', 'hello', true],
    ['starts_with', 'lo', 'hello', false],
    ['ends_with', 'lo', 'hello', true],
    ['ends_with', 'he', 'hello', false],
    ['in', ['a', 'b'], 'b', true],
    ['not_in', ['a', 'b'], 'b', false],
    ['equals', 'a', 5, 'error'],
    ['contains', 'a', { a: 1 }, 'error'],
    ['starts_with', 'a', 5, 'error'],
  ])('%s %j of %j is %j', (operator, value, given, expected) => {
    expect(check('order.description', operator, value, given)).toBe(expected);
  });
});

describe('booleans and lists', () => {
  test.each([
    ['job.isActive', 'equals', true, true, true],
    ['job.isActive', 'equals', true, false, false],
    ['job.isActive', 'not_equals', true, false, true],
    ['job.isActive', 'equals', true, 'true', 'error'],
    ['order.tags', 'contains', 'cold', ['cold', 'big'], true],
    ['order.tags', 'contains', 'col', ['cold'], false],
    ['order.tags', 'in', ['a', 'big'], ['cold', 'big'], true],
    ['order.tags', 'in', ['a'], ['cold'], false],
    ['order.tags', 'not_in', ['a'], ['cold'], true],
    ['order.tags', 'not_in', ['cold'], ['cold'], false],
    ['order.orderMetadata.tier', 'equals', 'gold', 'gold', true],
    ['order.orderMetadata.tier', 'equals', 'gold', 5, false],
    ['order.orderMetadata.tier', 'in', ['gold'], ['gold'], true],
    ['order.orderMetadata.tier', 'greater_than', 4, 5, true],
    ['order.orderMetadata.tier', 'contains', 'a', ['a'], true],
    ['order.orderMetadata.tier', 'contains', 5, 'a5', 'error'],
  ])('%s %s %j of %j is %j', (field, operator, value, given, expected) => {
    expect(check(field, operator, value, given)).toBe(expected);
  });
});

describe('nothing in a field', () => {
  test.each([
    ['equals', 'a', false],
    ['not_equals', 'a', true],
    ['contains', 'a', false],
    ['in', ['a'], false],
    ['not_in', ['a'], true],
    ['matches_regex', 'a', false],
    ['not_matches_regex', 'a', true],
  ])('%s is %j for null and absent', (operator, value, expected) => {
    expect(check('order.description', operator, value, null)).toBe(expected);
    expect(check('order.description', operator, value, undefined)).toBe(expected);
  });

  test('dates that are missing are neither before nor after', () => {
    expect(check('order.pickupStartTime', 'before', '2026-11-21', null)).toBe(false);
    expect(check('order.pickupStartTime', 'within_last', { amount: 1, unit: 'hours' }, null)).toBe(false);
  });
});

describe('4.6.7 Is set and Is missing', () => {
  test.each([
    [null, false],
    [undefined, false],
    [0, true],
    ['', true],
    [[], true],
    [false, true],
    ['x', true],
  ])('of %j: is set %j', (given, set) => {
    expect(check('order.orderMetadata.tier', 'is_set', undefined, given)).toBe(set);
    expect(check('order.orderMetadata.tier', 'is_missing', null, given)).toBe(!set);
  });

  test('on an entity that the workflow does not have they answer missing', () => {
    expect(evaluate([{ field: 'delivery.status', operator: 'is_missing' }])).toBe(true);
    expect(evaluate([{ field: 'delivery.status', operator: 'is_set' }])).toBe(false);
  });

  test('they take no value', () => {
    expect(problem({ field: 'order.id', operator: 'is_set', value: 1 })?.code).toBe('filter.value');
  });

  test('they may name a field that the trigger does not have', () => {
    const missing = { field: 'route.status', operator: 'is_missing' };
    expect(problem(missing, ['order'])).toBeUndefined();
    expect(problem({ ...missing, operator: 'equals', value: 'x' }, ['order'])).toMatchObject({
      code: 'filter.unavailable-field',
    });
    expect(problem({ field: 'order.id', operator: 'equals', value: 'x' }, [])?.message).toContain(
      'no entity',
    );
  });
});

describe('4.6.8 Has occurred and Has not occurred', () => {
  const occurred = (operator: string) => [{ field: 'order.custom_event', operator, value: 'ready' }];

  test.each([
    [true, true, false],
    [false, false, true],
    [null, 'error', 'error'],
  ])('stored as %j: has occurred is %j, has not occurred is %j', (stored, has, hasNot) => {
    const parts = { occurred: { 'order:ready': stored } };
    expect(evaluate(occurred('has_occurred'), undefined, parts)).toBe(has);
    expect(evaluate(occurred('has_not_occurred'), undefined, parts)).toBe(hasNot);
  });

  test('what was not looked up is an error', () => {
    expect(evaluate(occurred('has_occurred'))).toBe('error');
  });

  test('the plan tells what must be looked up when the trigger fires', () => {
    const items = [...occurred('has_occurred'), { any: occurred('has_not_occurred') }];
    expect(compileConditions(items, { nodes: new Map(), strict: false }).occurrences).toEqual([
      { entity: 'order', event: 'ready' },
      { entity: 'order', event: 'ready' },
    ]);
  });

  test('only custom event fields take them, and custom event fields take nothing else', () => {
    expect(problem({ field: 'order.status', operator: 'has_occurred', value: 'x' })?.code).toBe(
      'filter.operator-type',
    );
    expect(problem({ field: 'order.custom_event', operator: 'is_set' })?.code).toBe('filter.operator-type');
    expect(problem({ field: 'order.custom_event', operator: 'has_occurred', value: 5 })?.code).toBe(
      'filter.value',
    );
  });
});

describe('4.6.9 Matches pattern', () => {
  test.each([
    ['b', 'abc', true, false],
    ['^b', 'abc', false, true],
    ['^abc$', 'abc', true, false],
    ['(?i)B', 'abc', true, false],
    ['^a', ['ab', 'ac'], true, false],
    ['^a', ['ab', 'bc'], false, true],
    ['^a', [], true, false],
    ['^a', [1], 'error', 'error'],
    ['^a', 5, 'error', 'error'],
  ])('%j on %j: matches %j, does not match %j', (pattern, given, matches, doesNot) => {
    const field = Array.isArray(given) ? 'order.tags' : 'order.description';
    expect(check(field, 'matches_regex', pattern, given)).toBe(matches);
    expect(check(field, 'not_matches_regex', pattern, given)).toBe(doesNot);
  });

  test('a text that is too long for a pattern is an error, not a miss', () => {
    expect(check('order.description', 'matches_regex', 'a', 'a'.repeat(2_048))).toBe(true);
    expect(check('order.description', 'matches_regex', 'a', 'a'.repeat(2_049))).toBe('error');
    expect(check('order.tags', 'not_matches_regex', 'a', ['a'.repeat(2_049)])).toBe('error');
  });

  test.each([
    ['(', 'missing closing'],
    ['a**', 'repetition'],
    ['a(?=b)', 'lookahead'],
    ['(?<=a)b', 'lookbehind'],
    ['(?<!a)b', 'lookbehind'],
    ['(a)\\1', 'backreference'],
    ['(?<n>a)\\k<n>', 'backreference'],
    ['(?>a)b', 'atomic'],
    ['x{600}', 'states'],
    ['(?:(?:x{20}){20}){2}', 'states'],
    ['[]a]{501}', 'states'],
    ['[^\\]]{501}', 'states'],
    ['(ab){2,300}', 'states'],
    ['a'.repeat(513), 'characters'],
  ])('%j is refused at save', (pattern, reason) => {
    const refused = problem({ field: 'order.description', operator: 'matches_regex', value: pattern });
    expect(refused).toMatchObject({ code: 'filter.pattern' });
    expect(refused?.message).toContain(reason);
    expect(problem({ field: 'order.tags', operator: 'not_matches_regex', value: pattern })?.code).toBe(
      'filter.pattern',
    );
  });

  test.each([
    'a{0}',
    'x{1,}',
    'a{b',
    '\\d{4}-\\d{2}',
    '[a{9}]{3}',
    '(a|b){3})?'.slice(0, 8),
    '\\p{L}+',
    '(?P<n>a)',
  ])('%j is taken', (pattern) => {
    expect(compilePattern(pattern)).toHaveProperty('test');
  });
});

describe('4.6.9 how far a pattern may expand', () => {
  test.each([
    ['a'.repeat(500), true],
    ['a'.repeat(501), false],
    ['a'.repeat(512), false],
    ['a?'.repeat(250), true],
    ['\\d{499}', true],
    ['\\d{500}', false],
    ['\\{\\{'.repeat(100), true],
    ['[ab]{499}', true],
    ['[ab]{500}', false],
    ['[a{9}]{499}', true],
    ['[a{9}]{500}', false],
    ['[]{900}a]{499}', true],
    ['[^]{900}a]{499}', true],
    ['[^]{900}a]{500}', false],
    ['[\\]{900}a]{499}', true],
    ['[\\]{900}a]{500}', false],
    ['(?:ab){82}', true],
    ['(?:ab){83}', false],
    ['(?:a{9}){9}', true],
    ['(?:(?:a{9}){9}){9}', false],
    ['a{1,499}', true],
    ['a{1,500}', true],
    ['a{1,501}', false],
    ['a{499,}', true],
    ['a{500,}', false],
    ['(a{60}){8}', false],
    ['(a{50}){8}', true],
    ['a{250}b{248}', true],
    ['a{250}b{249}', false],
    ['a{0}', true],
    ['x{a}{9'.repeat(80), true],
    ['a{300}|b{300}', false],
    ['(a{500}', false],
    ['))a{300}b{300}', false],
  ])('%s: %j', (pattern, taken) => {
    const compiled = compilePattern(pattern);
    const tooLarge = 'problem' in compiled && compiled.problem.includes('states');
    expect(tooLarge).toBe(!taken);
  });

  test('512 characters may be written', () => {
    expect(compilePattern(`[${'a'.repeat(510)}]`)).toHaveProperty('test');
    expect(compilePattern(`[${'a'.repeat(511)}]`)).toHaveProperty('problem');
  });

  test('the reason comes without the engine’s preamble', () => {
    expect(compilePattern('(')).toEqual({ problem: 'The pattern cannot be used: missing closing ): `(`.' });
  });
});

describe('date-times', () => {
  const hours = (amount: number) => ({ amount, unit: 'hours' });
  const ago = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString();

  test.each([
    ['before', '2026-11-21T12:00:00Z', '2026-11-21T11:59:59.999Z', true],
    ['before', '2026-11-21T12:00:00Z', '2026-11-21T12:00:00Z', false],
    ['after', '2026-11-21T12:00:00Z', '2026-11-21T12:00:00.001Z', true],
    ['after', '2026-11-21T12:00:00Z', '2026-11-21T12:00:00Z', false],
    ['after', '2026-11-21T12:00:00Z', '2026-11-21T13:00:00+02:00', false],
    ['after', '2026-11-21', '2026-11-21T00:00:01', true],
    ['after', '2026-11-21T12:00:00Z', 'soon', 'error'],
    ['within_last', hours(1), ago(60), true],
    ['within_last', hours(1), ago(61), false],
    ['within_last', hours(1), ago(0), true],
    ['within_last', hours(1), ago(-1), false],
    ['within_next', hours(1), ago(-60), true],
    ['within_next', hours(1), ago(-61), false],
    ['within_next', hours(1), ago(0), true],
    ['within_next', hours(1), ago(1), false],
    ['more_than_ago', hours(1), ago(61), true],
    ['more_than_ago', hours(1), ago(60), false],
    ['less_than_ago', hours(1), ago(59), true],
    ['less_than_ago', hours(1), ago(60), false],
    ['less_than_ago', hours(1), ago(0), true],
    ['less_than_ago', hours(1), ago(-1), false],
    ['within_last', { amount: 90, unit: 'minutes' }, ago(90), true],
    ['within_last', { amount: 90, unit: 'minutes' }, ago(91), false],
    ['within_last', { amount: 2, unit: 'days' }, ago(2 * 1_440), true],
    ['within_last', { amount: 2, unit: 'days' }, ago(2 * 1_440 + 1), false],
    ['within_last', { amount: 1, unit: 'weeks' }, ago(7 * 1_440), true],
    ['within_last', { amount: 1, unit: 'weeks' }, ago(7 * 1_440 + 1), false],
    ['within_last', hours(1), 'soon', 'error'],
  ])('%s %j of %j is %j', (operator, value, given, expected) => {
    expect(check('order.pickupStartTime', operator, value, given)).toBe(expected);
  });

  test('a literal without a zone is local time of the named time zone', () => {
    const given = '2026-11-21T16:30:00Z';
    expect(check('order.createdAt', 'before', '2026-11-21T12:00', given, 'America/New_York')).toBe(true);
    expect(check('order.createdAt', 'before', '2026-11-21T12:00', given)).toBe(false);
    expect(check('order.createdAt', 'after', '2026-11-22', given, 'Pacific/Kiritimati')).toBe(true);
  });

  test('days are calendar days of the named time zone', () => {
    const now = Date.parse('2026-11-01T17:00:00Z');
    const condition = {
      field: 'order.createdAt',
      operator: 'within_last',
      value: { amount: 1, unit: 'days' },
    };
    // Clocks in New York went back that night, so noon of the day before is 25 hours ago.
    const context = { order: anyOrder({ createdAt: '2026-10-31T16:00:00Z' }) };
    expect(evaluate([{ ...condition, timeZone: 'America/New_York' }], context, { now })).toBe(true);
    expect(evaluate([condition], context, { now })).toBe(false);
    const weeks = { ...condition, timeZone: 'America/New_York', value: { amount: 1, unit: 'weeks' } };
    const weekAgo = { order: anyOrder({ createdAt: '2026-10-25T16:00:00Z' }) };
    expect(evaluate([weeks], weekAgo, { now })).toBe(true);
  });

  test('one field is compared with another', () => {
    const other = (field: string) => [
      { field: 'order.pickupStartTime', operator: 'before', value: { field } },
    ];
    expect(evaluate(other('order.dropoffStartTime'))).toBe(true);
    expect(evaluate(other('order.createdAt'))).toBe(false);
    expect(evaluate(other('order.updatedAt'))).toBe(false);
    expect(evaluate(other('delivery.dropoffEta'))).toBe('error');
    expect(evaluate(other('order.orderMetadata.tier'))).toBe('error');
    expect(problem(other('order.status')[0])?.code).toBe('filter.operator-type');
    expect(problem(other('order.nothing')[0])?.code).toBe('filter.unknown-field');
  });

  test.each([
    ['before', 'soon'],
    ['before', '2026-02-30'],
    ['before', 5],
    ['before', { field: 'order.createdAt', more: 1 }],
    ['within_last', { amount: 0, unit: 'hours' }],
    ['within_last', { amount: 1.5, unit: 'hours' }],
    ['within_last', { amount: 1, unit: 'months' }],
    ['within_last', '1h'],
  ])('%s %j is refused', (operator, value) => {
    expect(problem({ field: 'order.createdAt', operator, value })?.code).toBe('filter.value');
  });

  test('an unknown time zone is refused', () => {
    const condition = {
      field: 'order.createdAt',
      operator: 'before',
      value: '2026-01-01',
      timeZone: 'Mars/Base',
    };
    expect(problem(condition)).toMatchObject({ code: 'filter.malformed' });
  });

  test.each([
    ['2026-11-21', '2026-11-21T00:00:00.000Z'],
    ['2026-11-21T10:00', '2026-11-21T10:00:00.000Z'],
    ['2026-11-21 10:00:30', '2026-11-21T10:00:30.000Z'],
    ['2026-11-21T10:00:00.5z', '2026-11-21T10:00:00.500Z'],
    ['2026-11-21T10:00+0530', '2026-11-21T04:30:00.000Z'],
    ['2026-11-21T10:00:00.123456789+05:30', '2026-11-21T04:30:00.123Z'],
    ['2026-12-31T23:59:59-1145', '2027-01-01T11:44:59.000Z'],
    ['2026-11-21T10:00-05:00', '2026-11-21T15:00:00.000Z'],
  ])('%j is read as %s', (value, expected) => {
    expect(new Date(parseDateTime(value) ?? Number.NaN).toISOString()).toBe(expected);
  });

  test.each([
    '2026-13-01',
    '2026-02-30T10:00Z',
    '2026-11-21T25:00Z',
    'x2026-11-21',
    '2026-11-21x',
    '',
    null,
    true,
    Number.NaN,
    `2026-11-21${' '.repeat(40)}`,
  ])('%j is not a date-time', (value) => {
    expect(parseDateTime(value)).toBeUndefined();
  });

  test('a zone in the text beats the named one, and an unknown name is no time', () => {
    expect(parseDateTime('2026-11-21T10:00Z', 'America/New_York')).toBe(Date.parse('2026-11-21T10:00:00Z'));
    expect(parseDateTime('2026-11-21T10:00', 'Mars/Base')).toBeUndefined();
    expect(parseDateTime('2026-02-30', 'UTC')).toBeUndefined();
  });

  test('a local time that does not exist moves ahead, and nonsense is no time', () => {
    const read = (text: string) => parseDateTime(text, 'America/New_York');
    expect(read('2026-03-08T02:30')).toBe(Date.parse('2026-03-08T07:30:00Z'));
    expect(read('2026-02-30T02:30')).toBeUndefined();
    expect(parseDateTime('2026-11-21T10:00', 'UTC')).toBe(Date.parse('2026-11-21T10:00:00Z'));
  });
});

describe('groups', () => {
  const yes = { field: 'order.status', operator: 'equals', value: 'valid' };
  const no = { field: 'order.status', operator: 'equals', value: 'archived' };
  const odd = { field: 'route.status', operator: 'equals', value: 'STARTED' };

  test.each([
    [[yes, yes], true],
    [[yes, no], false],
    [[yes, odd], 'error'],
    [[odd, yes], 'error'],
    [[no, odd], false],
    [[odd, no], false],
    [[{ any: [no, yes] }], true],
    [[{ any: [no, no] }], false],
    [[{ any: [odd, yes] }], true],
    [[{ any: [yes, odd] }], true],
    [[{ any: [odd, no] }], 'error'],
    [[yes, { any: [no, { all: [yes, yes] }] }], true],
    [[{ any: [{ any: [no, { any: [no, yes] }] }, no] }], true],
    [[{ all: [yes, no] }, yes], false],
  ])('%j is %j', (items, expected) => {
    expect(evaluate(items)).toBe(expected);
  });

  test.each([
    [[no, odd], 'error'],
    [[odd, no], 'error'],
    [[{ any: [yes, odd] }], 'error'],
    [[yes, no], false],
    [[yes, yes], true],
    [[{ any: [no, yes] }], true],
    [[{ any: [no, no] }], false],
  ])('4.6.10 strictly, %j is %j', (items, expected) => {
    const compiled = compileConditions(items, { nodes: new Map(), strict: true });
    const answer = compiled.evaluate(scopeOf({ order: anyOrder() }));
    expect(typeof answer === 'boolean' ? answer : 'error').toBe(expected);
  });

  test('the error names the field and the reason', () => {
    const compiled = compileConditions([odd], { nodes: new Map(), strict: false });
    expect(compiled.evaluate(scopeOf({}))).toEqual({
      field: 'route.status',
      reason: 'this run has no route',
    });
    const wrong = compileConditions([{ ...yes, value: 'x' }], { nodes: new Map(), strict: false });
    expect(wrong.evaluate(scopeOf({ order: { status: 5 } }))).toEqual({
      field: 'order.status',
      reason: '"equals" cannot be applied to a value of this type',
    });
  });
});

describe('what conditions may name', () => {
  const yes = { field: 'order.status', operator: 'equals', value: 'valid' };

  test('outputs of nodes, trigger metadata and the custom event', () => {
    const node = [{ field: 'node_var_ai__value', operator: 'equals', value: 'gold' }];
    expect(evaluate(node, {}, { outputs: { ai: { value: 'gold' } } })).toBe(true);
    expect(evaluate(node, {}, { outputs: { ai: { value: null } } })).toBe(false);
    expect(evaluate(node, {}, { outputs: {} })).toBe('error');
    const metadata = [{ field: 'trigger_metadata.rush', operator: 'equals', value: true }];
    expect(evaluate(metadata, { trigger_metadata: { rush: true } })).toBe(true);
    expect(evaluate(metadata, {})).toBe(false);
    const event = [{ field: 'custom_event.payload.size', operator: 'greater_than', value: 2 }];
    expect(evaluate(event, { custom_event: { payload: { size: 3 } } })).toBe(true);
  });

  test.each([
    ['order.statos', 'order.status'],
    ['order.dropoff_start_time', 'order.dropoffStartTime'],
    ['order.customevent', 'order.custom_event'],
    ['order.status.deep', undefined],
    ['order', undefined],
    ['customer.first_name', 'customer.first_name'],
    ['node_var_nobody__value', undefined],
    ['order.__proto__', undefined],
    ['order.orderMetadata.__proto__.x', undefined],
  ])('"%s" is unknown', (field, suggestion) => {
    const unknown = problem({ field, operator: 'is_set' });
    if (field.includes('orderMetadata')) expect(evaluate([{ field, operator: 'is_set' }])).toBe(false);
    else expect(unknown).toMatchObject({ code: 'filter.unknown-field' });
    if (suggestion !== undefined) expect(unknown?.suggestion).toBe(suggestion);
  });

  test('an unknown operator is told with the nearest one', () => {
    expect(problem({ field: 'order.status', operator: 'equal', value: 'x' })).toMatchObject({
      code: 'filter.unknown-operator',
      suggestion: 'equals',
    });
  });

  test('an operator that does not fit is told with those that do', () => {
    const refused = problem({ field: 'order.valueCents', operator: 'contains', value: 'x' });
    expect(refused).toMatchObject({ code: 'filter.operator-type' });
    expect(refused?.message).toContain('greater_than');
  });

  test.each([
    [{ field: 'order.status', operator: 'equals', value: 5 }, 'filter.value'],
    [{ field: 'order.status', operator: 'equals' }, 'filter.value'],
    [{ field: 'order.status', operator: 'equals', value: '{{order.id}}' }, 'filter.value'],
    [{ field: 'order.status', operator: 'in', value: ['a', '{{order.id}}'] }, 'filter.value'],
    [{ field: 'order.status' }, 'filter.malformed'],
    [{ any: [], all: [] }, 'filter.malformed'],
    ['order.status', 'filter.malformed'],
    [null, 'filter.malformed'],
    [{ any: [] }, 'filter.no-conditions'],
    [{ any: 'x' }, 'filter.no-conditions'],
  ])('%j is refused as %s', (condition, code) => {
    const refused = problem(condition);
    expect(refused?.code).toBe(code);
    const compiled = compileConditions([condition], { nodes: new Map(), strict: false });
    expect(compiled.evaluate(scopeOf({ order: anyOrder() }))).toHaveProperty('reason');
  });

  test('the path leads to the condition', () => {
    const items = [
      { field: 'order.id', operator: 'is_set' },
      { any: [{ field: 'nope.x', operator: 'is_set' }] },
    ];
    const compiled = compileConditions(items, { nodes: new Map(), strict: false }, ['nodeFilterConfig']);
    expect(compiled.problems[0]?.path).toEqual(['nodeFilterConfig', 1, 'any', 0]);
  });

  test('eight groups deep and a hundred conditions are taken', () => {
    let nested: unknown = yes;
    for (let level = 0; level < 8; level++) nested = { any: [nested] };
    expect(evaluate([nested])).toBe(true);
    expect(
      evaluate([
        { any: Array.from({ length: 50 }, () => yes) },
        { all: Array.from({ length: 50 }, () => yes) },
      ]),
    ).toBe(true);
  });

  test('messages name what is wrong', () => {
    expect(problem({ field: 'order.status', operator: 5 })?.message).toContain(': operator: ');
    expect(problem('nonsense')?.message).toContain(': it: ');
    expect(problem({ field: 'order.status', operator: 'equals', value: 5 })?.message).toContain(
      'order.status',
    );
    expect(problem({ field: 'order.nope', operator: 'is_set' })?.message).toBe(
      'There is no field "order.nope".',
    );
    const elsewhere = problem({ field: 'route.status', operator: 'equals', value: 'x' }, [
      'order',
      'package',
    ]);
    expect(elsewhere?.message).toBe('"route.status" is not available: the trigger provides order, package.');
    const compiled = compileConditions(
      [{ field: 'order.createdAt', operator: 'before', value: { field: 'order.nope' } }],
      { nodes: new Map(), strict: false },
    );
    expect(compiled.problems[0]?.path).toEqual([0, 'value', 'field']);
    expect(compiled.evaluate(scopeOf({}))).toEqual({
      field: 'order.nope',
      reason: 'it is not a known field',
    });
  });

  test('errors name the node that did not run and the entity that was not found', () => {
    const nodes = new Map([['ai', { value: 'json' as const }]]);
    const reads = compileConditions([{ field: 'node_var_ai__value', operator: 'equals', value: 1 }], {
      nodes,
      strict: false,
    });
    expect(reads.evaluate(scopeOf({}))).toEqual({
      field: 'node_var_ai__value',
      reason: 'node "ai" did not run',
    });
    expect(reads.references.map(({ nodeKey }) => nodeKey)).toEqual(['ai']);
    const event = compileConditions([{ field: 'job.custom_event', operator: 'has_occurred', value: 'x' }], {
      nodes,
      strict: false,
    });
    expect(event.evaluate(scopeOf({}))).toEqual({
      field: 'job.custom_event',
      reason: 'the job could not be resolved when the trigger fired',
    });
  });

  test('a condition may use any entity the trigger has, and what needs none', () => {
    const entities = ['order', 'package'] as const;
    expect(
      problem({ field: 'package.weight', operator: 'greater_than', value: 1 }, [...entities]),
    ).toBeUndefined();
    expect(
      problem({ field: 'trigger_metadata.x', operator: 'equals', value: 1 }, [...entities]),
    ).toBeUndefined();
    const dates = { field: 'order.createdAt', operator: 'before', value: { field: 'delivery.dropoffEta' } };
    expect(problem(dates, [...entities])?.code).toBe('filter.unavailable-field');
  });

  test('a path has 16 parts at most, and braces alone are text', () => {
    const path = (parts: number) =>
      `trigger_metadata.${Array.from({ length: parts - 1 }, () => 'a').join('.')}`;
    expect(evaluate([{ field: path(16), operator: 'is_missing' }])).toBe(true);
    expect(problem({ field: path(17), operator: 'is_missing' })?.code).toBe('filter.unknown-field');
    expect(evaluate([{ field: 'order.description', operator: 'contains', value: '{{' }])).toBe(false);
    expect(evaluate([{ field: 'order.description', operator: 'contains', value: '}}' }])).toBe(false);
  });

  test('depth and number are bounded', () => {
    const condition = { field: 'order.id', operator: 'is_set' };
    let nested: unknown = condition;
    for (let level = 0; level < 9; level++) nested = { any: [nested] };
    expect(problem(nested)?.code).toBe('filter.too-deep');
    const wide = [
      { any: Array.from({ length: 60 }, () => condition) },
      { any: Array.from({ length: 60 }, () => condition) },
    ];
    const codes = compileConditions(wide, { nodes: new Map(), strict: false }).problems.map(
      ({ code }) => code,
    );
    expect(new Set(codes)).toEqual(new Set(['filter.too-many']));
    expect(compileConditions([], { nodes: new Map(), strict: false }).problems[0]?.code).toBe(
      'filter.no-conditions',
    );
  });
});
