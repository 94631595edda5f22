import { describe, expect, it } from 'vitest';
import { compileCondition } from '../../../../../../cdk/local/step-functions/language/choice-rule.ts';
import type { Environment } from '../../../../../../cdk/local/step-functions/language/environment.ts';
import { compileIntrinsic } from '../../../../../../cdk/local/step-functions/language/intrinsic-function.ts';
import type { Json } from '../../../../../../cdk/local/step-functions/language/json.ts';
import {
  compilePath,
  compileReferencePath,
} from '../../../../../../cdk/local/step-functions/language/path.ts';
import { matchesError } from '../../../../../../cdk/local/step-functions/language/states-error.ts';

const against = (input: Json, context = {}): Environment => ({
  input,
  context,
  random: { uuid: () => 'uuid', fraction: () => 0.5 },
});

describe('paths', () => {
  const input = { a: { b: [10, 20, 30, 40] }, 'odd name': 1, list: [{ v: 1 }, { v: 2 }], n: null };

  it.each<[string, Json | undefined]>([
    ['$', input],
    ['$.a.b[0]', 10],
    ['$.a.b[-1]', 40],
    ["$['odd name']", 1],
    ['$["a"].b[1]', 20],
    ['$.a.b[1:3]', [20, 30]],
    ['$.a.b[::2]', [10, 30]],
    ['$.a.b[0,3]', [10, 40]],
    ['$.list[*].v', [1, 2]],
    ['$.list.*.v', [1, 2]],
    ['$..v', [1, 2]],
    ["$.a['b']", [10, 20, 30, 40]],
    ['$.n', null],
    ['$.none', undefined],
    ['$.a.b[9]', undefined],
    ['$.none[*]', []],
    ['$$.State.Name', 'S'],
  ])('%s', (text, expected) => {
    expect(compilePath(text).read(against(input, { State: { Name: 'S' } }))).toEqual(expected);
  });

  it.each(['a.b', '$.', '$.a[', '$[?(@.x==1)]', '$.a[0', "$['a", '$.a b', '$[(@.length)]', '$.a[::0]'])(
    'refuses %s',
    (text) => {
      expect(() => compilePath(text)).toThrow(text);
    },
  );

  it('refuses reference paths to more than one place or into the context', () => {
    expect(compileReferencePath("$.a['b c'][0]").steps).toEqual(['a', 'b c', 0]);
    for (const text of ['$.a[*]', '$..a', '$$.a', '$.a[0:1]']) {
      expect(() => compileReferencePath(text)).toThrow(text);
    }
  });
});

describe('intrinsic functions', () => {
  const input = { name: 'Ann', list: [1, 2, 2, 3], json: '{"a":[1]}', n: 7, o: { a: 1, b: 1 }, p: { b: 2 } };

  it.each<[string, Json]>([
    ["States.Format('Hi {}, {} of {}', $.name, $.n, $.list)", 'Hi Ann, 7 of [1,2,2,3]'],
    ["States.Format('it\\'s \\{\\} {}', 1)", "it's {} 1"],
    ['States.StringToJson($.json)', { a: [1] }],
    ['States.JsonToString($.o)', '{"a":1,"b":1}'],
    ["States.Array(1, 'a, b)', $.name, true, null)", [1, 'a, b)', 'Ann', true, null]],
    ['States.Array()', []],
    ['States.ArrayPartition($.list, 3)', [[1, 2, 2], [3]]],
    ['States.ArrayContains($.list, 3)', true],
    ['States.ArrayContains(States.Array($.o), $.p)', false],
    ['States.ArrayRange(1, 9, 2)', [1, 3, 5, 7, 9]],
    ['States.ArrayGetItem($.list, 3)', 3],
    ['States.ArrayLength($.list)', 4],
    ['States.ArrayUnique($.list)', [1, 2, 3]],
    ["States.Base64Encode('héllo')", 'aMOpbGxv'],
    ["States.Base64Decode('aMOpbGxv')", 'héllo'],
    ["States.Hash('input data', 'SHA-1')", 'aaff4a450a104cd177d28d18d74485e8cae074b7'],
    ['States.JsonMerge($.o, $.p, false)', { a: 1, b: 2 }],
    ['States.MathRandom(10, 20)', 15],
    ['States.MathAdd($.n, -2)', 5],
    ["States.StringSplit('1,2;3', ',;')", ['1', '2', '3']],
    ['States.UUID()', 'uuid'],
    ["States.Format('{}', States.ArrayGetItem($.list, States.MathAdd(0, 1)))", '2'],
    ["States.Format('{}', $['name'])", 'Ann'],
  ])('%s', (text, expected) => {
    expect(compileIntrinsic(text)(against(input))).toEqual(expected);
  });

  it('gives the same random number for the same seed, within its bounds', () => {
    const draw = (seed: number) => Number(compileIntrinsic(`States.MathRandom(5, 9, ${seed})`)(against({})));
    expect(draw(3)).toBe(draw(3));
    const drawn = Array.from({ length: 100 }, (_, seed) => draw(seed));
    expect(new Set(drawn)).toEqual(new Set([5, 6, 7, 8]));
  });

  it.each([
    'States.ArrayGetItem($.list, 4)',
    'States.StringToJson($.name)',
    "States.Format('{} {}', 1)",
    "States.Format('{}', 1, 2)",
    'States.MathAdd($.name, 1)',
    'States.ArrayRange(0, 1001, 1)',
    'States.JsonMerge($.o, $.p, true)',
    'States.JsonToString($.none)',
    "States.Hash('a', 'CRC')",
  ])('fails with States.IntrinsicFailure: %s', (text) => {
    expect(() => compileIntrinsic(text)(against(input))).toThrow('States.IntrinsicFailure');
  });

  it.each([
    'States.Nothing()',
    'States.UUID(1)',
    "States.Format('a'",
    'States.Array(1 2)',
    "States.Array('a)",
    'States.UUID() x',
    'States.Array($.a',
  ])('refuses at load: %s', (text) => {
    expect(() => compileIntrinsic(text)).toThrow(text);
  });
});

describe('choice operators', () => {
  const input = {
    s: 'delta',
    n: 5,
    t: '2026-03-01T12:00:00Z',
    b: true,
    z: null,
    s2: 'echo',
    n2: 5,
    t2: '2026-03-01T13:00:00+01:00',
    b2: false,
  };
  const holds = (Variable: string, operator: string, operand: Json) =>
    compileCondition({ Variable, [operator]: operand, Next: 'X' })(against(input));

  it.each<[string, string, Json, boolean]>([
    ['$.s', 'StringEquals', 'delta', true],
    ['$.s', 'StringLessThan', 'echo', true],
    ['$.s', 'StringGreaterThanEquals', 'delta', true],
    ['$.s', 'StringEqualsPath', '$.s2', false],
    ['$.s', 'StringLessThanPath', '$.s2', true],
    ['$.n', 'NumericEquals', 5, true],
    ['$.n', 'NumericLessThanEquals', 4.9, false],
    ['$.n', 'NumericEqualsPath', '$.n2', true],
    ['$.n', 'StringEquals', '5', false],
    ['$.s', 'NumericGreaterThan', 1, false],
    ['$.t', 'TimestampEquals', '2026-03-01T13:00:00+01:00', true],
    ['$.t', 'TimestampEqualsPath', '$.t2', true],
    ['$.t', 'TimestampLessThan', '2026-03-01T12:00:00.001Z', true],
    ['$.s', 'TimestampLessThan', '2026-03-01T12:00:00Z', false],
    ['$.b', 'BooleanEquals', true, true],
    ['$.b', 'BooleanEqualsPath', '$.b2', false],
    ['$.s', 'StringMatches', 'd*ta', true],
    ['$.s', 'StringMatches', 'd.*', false],
    ['$.s', 'StringMatches', 'd\\*ta', false],
    ['$.z', 'IsNull', true, true],
    ['$.s', 'IsNull', false, true],
    ['$.z', 'IsPresent', true, true],
    ['$.none', 'IsPresent', true, false],
    ['$.none', 'IsPresent', false, true],
    ['$.s', 'IsString', true, true],
    ['$.n', 'IsNumeric', true, true],
    ['$.b', 'IsBoolean', true, true],
    ['$.t', 'IsTimestamp', true, true],
    ['$.s', 'IsTimestamp', false, true],
  ])('%s %s %j is %s', (variable, operator, operand, expected) => {
    expect(holds(variable, operator, operand)).toBe(expected);
  });

  it('combines by And, Or and Not, looking no further than needed', () => {
    const yes = { Variable: '$.n', NumericEquals: 5 };
    const absent = { Variable: '$.none', NumericEquals: 5 };
    const check = (rule: { readonly [key: string]: Json }) => compileCondition(rule)(against(input));
    expect(check({ Or: [yes, absent] })).toBe(true);
    expect(check({ And: [{ Not: yes }, absent] })).toBe(false);
    expect(() => check({ And: [yes, absent] })).toThrow('States.Runtime');
  });

  it.each<[string, { readonly [key: string]: Json }]>([
    ['unknown', { Variable: '$.n', NumericIs: 5 }],
    ['exactly one operator', { Variable: '$.n', NumericEquals: 5, IsNull: true }],
    ['Variable', { NumericEquals: 5 }],
    ['list of rules', { And: [] }],
    ['top-level', { Not: { Variable: '$.n', IsNull: true, Next: 'X' } }],
  ])('refuses at load: %s', (why, rule) => {
    expect(() => compileCondition(rule)).toThrow(why);
  });
});

describe('error names', () => {
  it.each<[string[], string, boolean]>([
    [['A'], 'A', true],
    [['A'], 'B', false],
    [['States.ALL'], 'B', true],
    [['States.ALL'], 'States.Timeout', true],
    [['States.ALL'], 'States.Runtime', false],
    [['States.ALL'], 'States.DataLimitExceeded', false],
    [['States.DataLimitExceeded'], 'States.DataLimitExceeded', true],
    [['States.TaskFailed'], 'B', true],
    [['States.TaskFailed'], 'States.Timeout', false],
    [['States.TaskFailed'], 'States.HeartbeatTimeout', false],
    [['States.Timeout'], 'States.HeartbeatTimeout', true],
  ])('%j matches %s: %s', (errorEquals, error, expected) => {
    expect(matchesError(errorEquals, error)).toBe(expected);
  });
});
