import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { compilePattern } from '../../../../../lib/engines/workflows/filters/compile-pattern.ts';
import { compile, payloadOf, validateDefinition } from '../../../../../lib/engines/workflows/index.ts';
import { compileTemplate } from '../../../../../lib/engines/workflows/variables/compile-template.ts';
import { renderText, renderValue } from '../../../../../lib/engines/workflows/variables/render-template.ts';
import { anyOrder, anyWorkflow, filter, NOW, runOnce, single, tag } from './builders.ts';

/** Nothing that a merchant writes may take longer, because it runs inside the request that creates an order. */
const LIMIT_MS = 50;

const names = () =>
  JSON.stringify(
    [Object.prototype, Array.prototype, Function.prototype].map((object) =>
      Reflect.ownKeys(object).map(String),
    ),
  );
const before = names();

/** Milliseconds of this thread's CPU time, so that other work on the machine does not count. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Runs the call, which must stay within the limit. */
function timed(what: string, call: () => void): void {
  let ms = Number.POSITIVE_INFINITY;
  // Compilation and garbage collection can hit any run; code that is slow is slow three times.
  for (let attempt = 0; attempt < 3 && ms > LIMIT_MS; attempt++) {
    const from = cpuMs();
    call();
    ms = Math.min(ms, cpuMs() - from);
  }
  expect(ms, `milliseconds of ${what.slice(0, 200)}`).toBeLessThanOrEqual(LIMIT_MS);
}

afterEach(() => {
  expect(names()).toBe(before);
});

const piece = fc.constantFrom(
  '{{',
  '}}',
  '{',
  '}',
  '.',
  '..',
  ' ',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '__defineGetter__',
  'order',
  'order.',
  'order.orderMetadata.',
  'order.tags.0',
  'node_var_',
  'node_var_a__',
  '__',
  'value',
  'trigger_metadata.',
  'custom_event.payload.',
  '|',
  '"',
  "'",
  '\\',
  '${',
  '<%',
  '\u0000',
  '\u2028',
  '😀',
  'a'.repeat(300),
  '{{order.id}}',
  '{{order.__proto__.polluted}}',
  '{{ order . id }}',
  '{{{{',
  '}}}}',
);
const hostileTemplate = fc.oneof(
  { weight: 4, arbitrary: fc.array(piece, { maxLength: 40 }).map((parts) => parts.join('')) },
  { weight: 1, arbitrary: fc.string({ maxLength: 200, unit: 'binary' }).map((text) => `{{${text}}}`) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(piece, fc.integer({ min: 1, max: 10_000 }))
      .map(([part, times]) => part.repeat(Math.min(times, Math.ceil(60_000 / part.length)))),
  },
);

test('10,000 hostile templates leave Object.prototype unchanged and stay under 50 ms each', {
  timeout: 60_000,
}, () => {
  const context = {
    order: anyOrder({
      orderMetadata: JSON.parse('{"__proto__": {"polluted": 1}, "a": "{{order.id}}"}') as never,
    }),
    trigger_metadata: { a: [1, { b: null }] },
  };
  const scope = { context, outputs: { a: { value: 'x'.repeat(10_000) } }, occurred: {}, now: NOW };
  const nodes = new Map([['a', { value: 'json' as const }]]);
  fc.assert(
    fc.property(hostileTemplate, (source) => {
      timed(source, () => {
        const compiled = compileTemplate(source, nodes);
        if ('errors' in compiled) {
          for (const { position } of compiled.errors) expect(position).toBeLessThanOrEqual(source.length);
          return;
        }
        const text = renderText(compiled, scope);
        const value = renderValue(compiled, scope);
        if (!('tooLong' in text)) expect(text.value.length).toBeLessThanOrEqual(64_000);
        expect(JSON.stringify(value)).not.toContain('polluted');
      });
    }),
    { numRuns: 10_000, seed: 20_261_122 },
  );
});

const atom = fc.constantFrom(
  'a',
  'b',
  '.',
  '\\w',
  '\\pL',
  '[a-z]',
  '[^a]',
  '(?i)',
  '^',
  '$',
  '\\b',
  '(a|b|ab)',
  '(a+)+',
  '(a*)*',
  '(.*)',
  '(?:x+x+)',
  '\\1',
  '(?=a)',
  '(?<=a)',
  '[',
  '(',
  ')',
  '|',
  '\\',
);
const times = fc.constantFrom(
  '',
  '',
  '*',
  '+',
  '?',
  '{2}',
  '{1,20}',
  '{100}',
  '{1,1000}',
  '{0,',
  '{,5}',
  '*?',
  '++',
);
const hostilePattern = fc.oneof(
  fc
    .array(
      fc.tuple(atom, times).map((parts) => parts.join('')),
      { minLength: 1, maxLength: 30 },
    )
    .map((parts) => parts.join('')),
  fc
    .tuple(atom, times, times, fc.integer({ min: 1, max: 8 }))
    .map(([a, inner, outer, depth]) => `${'('.repeat(depth)}${a}${inner}${`)${outer}`.repeat(depth)}$`),
  fc.integer({ min: 1, max: 260 }).map((n) => `(a?){${n}}a{${n}}`),
  fc.string({ maxLength: 600, unit: 'binary' }),
);
const subject = fc.oneof(
  fc.integer({ min: 0, max: 2_048 }).map((n) => 'a'.repeat(n)),
  fc.integer({ min: 0, max: 1_024 }).map((n) => 'ab'.repeat(n)),
  fc.integer({ min: 0, max: 2_040 }).map((n) => `${'a'.repeat(n)}!`),
  fc.string({ maxLength: 2_048, unit: 'binary' }),
);

test('10,000 hostile patterns are refused or answer, each in under 50 ms', { timeout: 60_000 }, () => {
  let taken = 0;
  fc.assert(
    fc.property(hostilePattern, subject, (source, text) => {
      timed(`${source} on ${text.length} characters`, () => {
        const compiled = compilePattern(source);
        if ('problem' in compiled) {
          expect(compiled.problem).not.toBe('');
          return;
        }
        taken += 1;
        expect(typeof compiled.test(text)).toBe('boolean');
      });
    }),
    { numRuns: 10_000, seed: 20_261_122 },
  );
  expect(taken).toBeGreaterThan(2_000);
});

test('patterns agree with the language’s own where both understand them', () => {
  const safe = fc.array(
    fc
      .tuple(fc.constantFrom('a', 'b', '[ab]', '(?:ab)', '.'), fc.constantFrom('', '*', '+', '?', '{2}'))
      .map((parts) => parts.join('')),
    { minLength: 1, maxLength: 6 },
  );
  fc.assert(
    fc.property(
      safe,
      fc.boolean(),
      fc.boolean(),
      fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 12 }),
      (parts, begins, ends, text) => {
        const source = `${begins ? '^' : ''}${parts.join('')}${ends ? '$' : ''}`;
        const compiled = compilePattern(source);
        if ('problem' in compiled) throw new Error(compiled.problem);
        expect(compiled.test(text)).toBe(new RegExp(source).test(text));
      },
    ),
    { numRuns: 500, seed: 20_261_122 },
  );
});

test('any JSON can be validated, and what validation takes can be compiled and run', {
  timeout: 60_000,
}, () => {
  const key = fc.constantFrom(
    'nodes',
    'edges',
    'trigger',
    'nodeKey',
    'nodeType',
    'nodeAction',
    'nodeActionConfig',
    'nodeFilterConfig',
    'field',
    'operator',
    'value',
    'any',
    'all',
    'triggerType',
    'eventName',
    '__proto__',
  );
  const leaf = fc.oneof(
    fc.constantFrom(
      'action',
      'filter',
      'switch',
      'trigger',
      'event',
      'add_tag',
      'order.created',
      'order.id',
      'equals',
    ),
    fc.string(),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
  );
  const { json } = fc.letrec((tie) => ({
    json: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      leaf,
      fc.array(tie('json'), { maxLength: 4 }),
      fc.dictionary(key, tie('json'), { maxKeys: 6 }),
    ),
  }));
  fc.assert(
    fc.property(
      json,
      fc.array(json, { maxLength: 4 }),
      fc.array(json, { maxLength: 4 }),
      json,
      (whole, nodes, edges, trigger) => {
        for (const definition of [whole, { nodes, edges, trigger }]) {
          const text = JSON.stringify(definition);
          timed(text ?? '', () => {
            expect(Array.isArray(validateDefinition(definition, {}))).toBe(true);
          });
        }
      },
    ),
    { numRuns: 2_000, seed: 20_261_122 },
  );
});

test('random configs of actions never throw, and hand out nothing but what the action declares', {
  timeout: 60_000,
}, () => {
  const slug = fc.constantFrom(
    'add_tag',
    'send_email',
    'send_http_request',
    'reschedule_order',
    'ai_decision',
    'modify_order_metadata',
    'emit_custom_event',
    'add_requirements',
    'modify_order_price_or_tip',
  );
  const key = fc.constantFrom(
    'tag',
    'to',
    'subject',
    'body',
    'connectionId',
    'method',
    'path',
    'query',
    'date',
    'delayMinutes',
    'key',
    'value',
    'name',
    'payload',
    'requirements',
    'target',
    'operation',
    'amountCents',
    'decision',
    '__proto__',
    'constructor',
  );
  const value = fc.oneof(
    hostileTemplate,
    fc.integer(),
    fc.constant(null),
    fc.constantFrom('tip', 'set', 'delay', 'POST'),
    fc.dictionary(key, fc.string(), { maxKeys: 3 }),
    fc.array(fc.string(), { maxLength: 3 }),
  );
  fc.assert(
    fc.property(
      slug,
      fc.dictionary(key, value, { maxKeys: 8 }),
      fc.dictionary(key, fc.jsonValue(), { maxKeys: 5 }),
      (nodeAction, config, orderMetadata) => {
        const workflow = single({ ...tag('n'), nodeAction, nodeActionConfig: config });
        const context = { order: anyOrder({ orderMetadata: orderMetadata as never }) };
        timed(JSON.stringify(config), () => {
          validateDefinition(workflow, {});
          runOnce(workflow, { context });
        });
        for (const { action, payload } of runOnce(workflow, { context }).effects) {
          expect(payloadOf(action, payload)).toEqual(payload);
        }
      },
    ),
    { numRuns: 2_000, seed: 20_261_122 },
  );
});

test('the largest workflows that are taken compile in a moment', () => {
  const condition = { field: 'order.description', operator: 'matches_regex', value: '(a|b){1,40}[a-z]{200}' };
  const nodes = Array.from({ length: 60 }, (_, index) => filter(`f${index}`, condition));
  const edges = nodes.map(({ nodeKey }, index) => ({
    edgeKey: `e${index}`,
    sourceNodeKey: 'start',
    targetNodeKey: nodeKey,
    executionOrder: index,
  }));
  const workflow = anyWorkflow({ nodes, edges });
  expect(validateDefinition(workflow, {})).toEqual([]);
  const from = process.cpuUsage();
  compile(workflow);
  expect(process.cpuUsage(from).user / 1000).toBeLessThan(1_000);
});
