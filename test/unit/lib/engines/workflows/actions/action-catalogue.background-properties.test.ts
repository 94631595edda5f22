import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Advanced,
  advance,
  compile,
  type Environment,
  type Json,
  type WorkflowNode,
} from '../../../../../../lib/engines/workflows/index.ts';
import {
  action,
  anyOrder,
  anyWorkflow,
  begin,
  NOW,
  request,
  runOnce,
  single,
  stepOf,
  tag,
} from '../builders.ts';

const ORIGIN = 'https://api.example.com';
const anyJson = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>;
const share = fc.double({ min: 0, max: 1, noNaN: true });

function environmentWith(parts: Record<string, unknown> = {}): Environment {
  const connection = {
    id: 'con_1',
    origin: ORIGIN,
    allowedMethods: ['GET', 'POST'],
    pathPrefix: '/v1/',
    settableFields: ['a', 'b', 'q'],
  };
  return { connections: [{ ...connection, ...parts }] };
}

function send(
  parts: Record<string, unknown>,
  order: Record<string, Json> = {},
  environment = environmentWith(),
): Advanced {
  return runOnce(single(request(parts)), { context: { order: anyOrder(order) } }, { environment });
}

/** Runs a background node to its effect, then gives it a reply. Nothing follows its branches. */
function reply(node: WorkflowNode, value: unknown, environment: Environment = environmentWith()): Advanced {
  const plan = compile(single(node), environment);
  const input = { now: NOW, environment };
  const first = advance(plan, begin(plan), input);
  expect(first.verdict).toBe('background');
  const results = [{ effectKey: `wfx_1:${node.nodeKey}`, outcome: 'succeeded' as const, value }];
  return advance(plan, first.run, { ...input, results });
}

describe('4.6.15 HTTP request, by properties', () => {
  const VALUE = '{{order.description}}';
  const OTHER = '{{order.orderMetadata.x}}';
  // Inputs on which URL parsers disagree: steps up, separators, schemes, user parts, half a surrogate pair.
  const hostile = fc.constantFrom(
    ...['', '.', '..', '/', '//', '\\', '%2e', '%2E.', '%2f', '%5c', '%', '?', '#', '@', ':', 'https:'],
    ...['//evil.example', '\t', '\n', ' ', '\u0000', '\ud800', 'é', '․․', '／', ';', 'a'],
  );
  const text = fc.oneof(
    fc.array(hostile, { maxLength: 4 }).map((parts) => parts.join('')),
    fc.string({ unit: 'binary', maxLength: 12 }),
  );
  const prefix = fc.constantFrom('/', '/v1/', '/a/b/');

  test('whatever path and variables are, the URL keeps origin and prefix, or the step fails', () => {
    const path = fc
      .array(fc.oneof(hostile, fc.constantFrom(VALUE, OTHER, '/')), { maxLength: 6 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(path, text, text, prefix, (path, description, x, pathPrefix) => {
        const order = { description, orderMetadata: { x } };
        const advanced = send({ path, query: { q: VALUE } }, order, environmentWith({ pathPrefix }));
        const [effect] = advanced.effects;
        if (effect === undefined) {
          expect(stepOf(advanced, 'n').status).toBe('failed');
          return;
        }
        const url = new URL(String(effect.payload.url));
        expect(url.origin).toBe(ORIGIN);
        expect(url.username + url.password + url.hash).toBe('');
        expect(url.pathname.startsWith(pathPrefix)).toBe(true);
        // A server that decodes once more must not leave the prefix either.
        const decoded = url.pathname.replace(/%2e/gi, '.').replace(/%(?:2f|5c)/gi, '/');
        expect(decoded.split('/')).not.toContain('..');
        expect([...url.searchParams]).toEqual([['q', description.toWellFormed()]]);
      }),
      { numRuns: 200, seed: 20_261_122 },
    );
  });

  test('a value stays within its own part of the path, and a harmless one always gets through', () => {
    const harmless = fc.stringMatching(/^[\w é?#&=+:@-]{1,10}$/u);
    fc.assert(
      fc.property(fc.oneof(text, harmless), prefix, (description, pathPrefix) => {
        const environment = environmentWith({ pathPrefix });
        const [effect] = send({ path: `orders/${VALUE}/x` }, { description }, environment).effects;
        const passes =
          description.isWellFormed() && description !== '' && !/[/\\]|^\.{1,2}$/.test(description);
        expect(effect !== undefined).toBe(passes);
        if (effect === undefined) return;
        const own = new URL(String(effect.payload.url)).pathname.slice(pathPrefix.length).split('/');
        expect(own.map(decodeURIComponent)).toEqual(['orders', description, 'x']);
      }),
      { numRuns: 150, seed: 20_261_122 },
    );
  });

  test('a request goes out if and only if its method and all its fields are on the lists', () => {
    const names = ['alpha', 'Beta', 'X-Gamma', 'delta'];
    const some = fc.subarray(names);
    const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
    const filled = (keys: readonly string[]) => Object.fromEntries(keys.map((key) => [key, '1']));
    fc.assert(
      fc.property(
        fc.constantFrom(...methods),
        fc.subarray(methods, { minLength: 3 }),
        fc.subarray(names, { minLength: 2 }),
        fc.record({ query: some, headers: some, body: some }),
        (method, allowedMethods, settableFields, { query, headers, body }) => {
          const environment = environmentWith({ allowedMethods, settableFields });
          const asked = {
            method,
            query: filled(query),
            // Header names are case-insensitive; those of queries and bodies are not.
            headers: filled(headers.map((name) => name.toUpperCase())),
            body: filled(body),
          };
          const advanced = send(asked, {}, environment);
          const listed = [...query, ...headers, ...body].every((name) => settableFields.includes(name));
          if (listed && allowedMethods.includes(method)) {
            const { payload } = advanced.effects[0] ?? {};
            expect(payload).toMatchObject({ method, headers: asked.headers, body: asked.body });
            expect([...new URL(String(payload?.url)).searchParams.keys()]).toEqual(query);
          } else {
            expect(advanced.effects).toEqual([]);
            expect(stepOf(advanced, 'n')).toMatchObject({ status: 'failed', stage: 'building' });
          }
        },
      ),
      { numRuns: 200, seed: 20_261_122 },
    );
  });

  test('a whole variable keeps its type in the body; what is missing is null and on the miss list', () => {
    fc.assert(
      fc.property(fc.option(anyJson, { nil: undefined }), (x) => {
        const orderMetadata = x === undefined ? {} : { x };
        const body = { a: OTHER, b: [{ deep: OTHER, n: 1, no: null }, true] };
        const advanced = send({ body }, { orderMetadata });
        const value = x ?? null;
        // Compared as JSON, because it is sent as JSON, and because that distinguishes own keys named __proto__.
        expect(JSON.stringify(advanced.effects[0]?.payload.body)).toBe(
          JSON.stringify({ a: value, b: [{ deep: value, n: 1, no: null }, true] }),
        );
        const path = 'order.orderMetadata.x';
        expect(stepOf(advanced, 'n').missing ?? []).toEqual(value === null ? [path, path] : []);
      }),
      { numRuns: 150, seed: 20_261_122 },
    );
  });

  test('a date-time of any offset becomes the ISO text of the same instant', () => {
    const instant = fc.integer({ min: 0, max: Date.parse('2100-01-01T00:00:00.000Z') });
    fc.assert(
      fc.property(instant, fc.integer({ min: -14 * 60, max: 14 * 60 }), (at, offset) => {
        const two = (value: number) => String(value).padStart(2, '0');
        const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
        const local = new Date(at + offset * 60_000).toISOString().slice(0, -1);
        const pickupStartTime = `${local}${offset < 0 ? '-' : '+'}${two(hours)}:${two(minutes)}`;
        const advanced = send({ body: { a: '{{order.pickupStartTime}}' } }, { pickupStartTime });
        expect(advanced.effects[0]?.payload.body).toEqual({ a: new Date(at).toISOString() });
      }),
      { numRuns: 100, seed: 20_261_122 },
    );
  });

  /** Every place of a value as the list of its names, found by a traversal of the test's own. */
  function placesOf(value: Json, above: readonly string[] = []): (readonly string[])[] {
    if (typeof value !== 'object' || value === null) return [above];
    return [
      above,
      ...Object.entries(value).flatMap(([key, child]) => placesOf(child ?? null, [...above, key])),
    ];
  }

  /** RFC 6901 on own properties; names that lead into the language's objects lead nowhere. */
  function walk(value: Json, names: readonly string[]): Json | undefined {
    let here: Json | undefined = value;
    for (const name of names) {
      if (typeof here !== 'object' || here === null) return undefined;
      if (['__proto__', 'constructor', 'prototype'].includes(name)) return undefined;
      if (Array.isArray(here) && !/^(0|[1-9]\d*)$/.test(name)) return undefined;
      if (!Object.hasOwn(here, name)) return undefined;
      here = (here as Readonly<Record<string, Json>>)[name];
    }
    return here;
  }

  test('an extraction equals walking the response by own properties', () => {
    const key = fc.oneof(
      fc.constantFrom('a', '', '/', '~', '~1', '0', '01', '-', 'length', '__proto__', 'toString'),
      fc.string({ maxLength: 3 }),
    );
    const { document } = fc.letrec<{ document: Json }>((tie) => ({
      document: fc.oneof(
        { maxDepth: 3, depthSize: 'small' },
        fc.constantFrom<Json>(null, true, 7, 'text'),
        fc.array(tie('document'), { maxLength: 3 }),
        fc.dictionary(key, tie('document'), { maxKeys: 4 }),
      ),
    }));
    const picks = fc.array(fc.record({ at: fc.nat(), more: fc.array(key, { maxLength: 2 }) }), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(document, picks, fc.boolean(), (body, picks, asText) => {
        const places = placesOf(body);
        const wanted = picks.map(({ at, more }) => [...(places[at % places.length] ?? []), ...more]);
        const extract = wanted.map((names, index) => ({
          name: `e${index}`,
          pointer: names.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join(''),
        }));
        const given = asText || typeof body === 'string' ? JSON.stringify(body) : body;
        const step = stepOf(reply(request({ extract }), { status: 200, body: given }), 'n');
        const found = wanted.map((names) => walk(body, names));
        expect(step.status).toBe('completed');
        expect(JSON.stringify(extract.map(({ name }) => step.outputs[name]))).toBe(
          JSON.stringify(found.map((value) => value ?? null)),
        );
        expect(step.missing ?? []).toEqual(
          extract.flatMap(({ pointer }, index) => (found[index] === undefined ? [pointer] : [])),
        );
      }),
      { numRuns: 200, seed: 20_261_122 },
    );
  });
});

describe('4.6.16 AI decision, by properties', () => {
  const ask = (decision: unknown) =>
    action('n', 'ai_decision', { question: 'Is it urgent?', information: 'Two boxes', decision });
  const decide = (decision: unknown, value: unknown) => stepOf(reply(ask(decision), value), 'n');
  const ends = ['no', 'uncertain', 'yes'];

  test('yes or no: one branch for every probability and pair of thresholds, never back as it rises', () => {
    const pair = fc.tuple(share, share).filter(([one, other]) => one !== other);
    // The thresholds themselves are where an off-by-one error would hide.
    const point = fc.oneof(share, fc.constantFrom('yesThreshold', 'noThreshold'));
    fc.assert(
      fc.property(pair, fc.array(point, { minLength: 2, maxLength: 5 }), (thresholds, points) => {
        const [noThreshold, yesThreshold] = [Math.min(...thresholds), Math.max(...thresholds)];
        const decision = { type: 'yes_no', yesThreshold, noThreshold };
        const probabilities = points
          .map((item) =>
            item === 'yesThreshold' ? yesThreshold : item === 'noThreshold' ? noThreshold : item,
          )
          .toSorted((one, other) => Number(one) - Number(other)) as number[];
        const ranks = probabilities.map((probability) => {
          const { status, outputs } = decide(decision, { probability });
          const holds = [
            probability <= noThreshold,
            probability > noThreshold && probability < yesThreshold,
            probability >= yesThreshold,
          ];
          expect(holds.filter(Boolean)).toHaveLength(1);
          expect(outputs.branch).toBe(ends[holds.indexOf(true)]);
          expect(outputs.status).toBe(outputs.branch === 'uncertain' ? 'uncertain' : 'completed');
          expect(status).toBe('completed');
          return holds.indexOf(true);
        });
        expect(ranks).toEqual(ranks.toSorted((one, other) => one - other));
      }),
      { numRuns: 100, seed: 20_261_122 },
    );
  });

  const outcomeKey = fc.oneof(
    fc.stringMatching(/^[A-Za-z0-9_-]{1,8}$/),
    fc.constantFrom('yes', 'toString', 'hasOwnProperty', '0', '1', '-'),
  );

  test('outcomes: below the minimum confidence is uncertain, an unknown key is an error', () => {
    const keys = fc.uniqueArray(
      outcomeKey.filter((key) => !['uncertain', 'error', 'constructor', 'prototype'].includes(key)),
      { minLength: 2, maxLength: 6 },
    );
    const asked = fc.oneof(fc.nat({ max: 5 }), outcomeKey, fc.constantFrom('uncertain', 'error', ''));
    fc.assert(
      fc.property(keys, asked, share, share, (keys, asked, confidence, minimumConfidence) => {
        const choice = typeof asked === 'number' ? keys[asked % keys.length] : asked;
        const decision = { type: 'choice', choices: keys.map((key) => ({ key })), minimumConfidence };
        const { status, outputs } = decide(decision, { choice, confidence });
        if (choice === undefined || !keys.includes(choice)) {
          expect(outputs).toMatchObject({ branch: 'error', status: 'error', value: null });
          expect(status).toBe('failed');
        } else {
          expect(outputs).toMatchObject({
            branch: confidence < minimumConfidence ? 'uncertain' : choice,
            value: choice,
            confidence,
          });
        }
      }),
      { numRuns: 150, seed: 20_261_122 },
    );
  });

  test('rubric: a sure score is above from the threshold on and below under it', () => {
    const scores = fc.uniqueArray(fc.oneof(fc.integer(), share), { minLength: 2, maxLength: 6 });
    fc.assert(
      fc.property(scores, fc.nat(), fc.nat(), share, share, (scores, at, cut, confidence, minimum) => {
        const rubric = scores.map((score) => ({ score, description: 'x' }));
        // Any level but the lowest splits the rubric in two.
        const threshold = scores.toSorted((one, other) => one - other)[1 + (cut % (scores.length - 1))] ?? 0;
        const score = scores[at % scores.length] ?? 0;
        const decision = { type: 'score', rubric, threshold, minimumConfidence: minimum };
        const side = score >= threshold ? 'above' : 'below';
        const branch = confidence >= minimum ? side : 'uncertain';
        expect(decide(decision, { score, confidence }).outputs).toMatchObject({ branch, value: score });
      }),
      { numRuns: 100, seed: 20_261_122 },
    );
  });

  test('a reply that does not fit is an error, whatever it is, and never an exception', () => {
    const decisions = {
      yes_no: { type: 'yes_no' },
      choice: { type: 'choice', choices: [{ key: 'fast' }, { key: 'cheap' }] },
      score: {
        type: 'score',
        rubric: [
          { score: 1, description: 'bad' },
          { score: 2, description: 'good' },
        ],
        threshold: 2,
      },
    };
    const isShare = (value: unknown) => typeof value === 'number' && value >= 0 && value <= 1;
    const fits = (type: keyof typeof decisions, value: unknown): boolean => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
      const { probability, choice, score, confidence, reason } = value as Record<string, unknown>;
      if (reason !== undefined && typeof reason !== 'string') return false;
      if (type === 'yes_no') return isShare(probability);
      const known =
        type === 'choice' ? ['fast', 'cheap'].includes(choice as string) : score === 1 || score === 2;
      return known && isShare(confidence);
    };
    const near = fc.oneof(
      share,
      fc.constantFrom<unknown>(1, 2, -0.1, 1.1, '1', null, 'fast', 'FAST', [1], true),
    );
    const almost = fc.record(
      { probability: near, choice: near, score: near, confidence: near, reason: near },
      { requiredKeys: [] },
    );
    const wrap = fc.constantFrom(
      (value: unknown) => value,
      (value: unknown) => ({ reply: value }),
      (value: unknown) => JSON.stringify(value),
      (value: unknown) => ({ reply: JSON.stringify(value) }),
    );
    const type = fc.constantFrom('yes_no', 'choice', 'score');
    fc.assert(
      fc.property(type, fc.oneof(almost, anyJson), wrap, (type, value, wrapped) => {
        // A bare text is read as the JSON that it may contain; here it would only blur the test.
        fc.pre(typeof value !== 'string');
        const { outputs, status } = decide(decisions[type], wrapped(value));
        expect(outputs.branch === 'error').toBe(!fits(type, value));
        if (outputs.branch === 'error') {
          expect(outputs).toMatchObject({
            status: 'error',
            value: null,
            probability: null,
            confidence: null,
          });
          expect(status).toBe('failed');
        }
      }),
      { numRuns: 200, seed: 20_261_122 },
    );
  });
});

describe('4.6.17 agent node, by properties', () => {
  const TYPES = {
    text: (value: Json) => typeof value === 'string',
    number: (value: Json) => typeof value === 'number',
    boolean: (value: Json) => typeof value === 'boolean',
    list: (value: Json) => Array.isArray(value),
    json: (value: Json) => value !== null,
  };
  const OWN = ['report', 'status', 'error'];
  const name = fc.constantFrom(
    'risk',
    'notes',
    'toString',
    'status',
    'report',
    '__proto__',
    'constructor',
    'x',
  );
  const format = fc.dictionary(name, fc.constantFrom('text', 'number', 'boolean', 'list', 'json'));
  const value = fc.oneof(fc.constantFrom<Json>(1, 'one', true, null, [], {}), anyJson);
  const agent = (onFailure = 'fail') => action('n', 'invoke_agent', { agentId: 'agt_1', onFailure });
  const knowing = (outputFormat: Record<string, keyof typeof TYPES>): Environment => ({
    agents: [{ id: 'agt_1', reportOnly: true, outputFormat }],
  });

  test('it publishes exactly the declared fields, each of its type or null and missed', () => {
    fc.assert(
      fc.property(format, fc.dictionary(name, value), (outputFormat, fields) => {
        const advanced = reply(agent(), { report: 'done', fields }, knowing(outputFormat));
        const { status, outputs, missing } = stepOf(advanced, 'n');
        expect(status).toBe('completed');
        expect(outputs).toMatchObject({ report: 'done', status: 'completed', error: null });
        const declared = Object.keys(outputFormat).filter(
          (key) => !OWN.includes(key) && key !== '__proto__' && key !== 'constructor',
        );
        expect(Object.keys(outputs).toSorted()).toEqual([...OWN, ...declared].toSorted());
        const misses = declared.filter((key) => {
          const given = Object.hasOwn(fields, key) ? fields[key] : undefined;
          const type = outputFormat[key] ?? 'json';
          const good = given !== undefined && TYPES[type](given);
          expect(outputs[key]).toEqual(good ? given : null);
          return !good;
        });
        expect(missing ?? []).toEqual(misses);
      }),
      { numRuns: 150, seed: 20_261_122 },
    );
  });

  test('a reply without a report fails as the config says, whatever else it holds', () => {
    const bad = fc.oneof(
      anyJson,
      fc.record({ report: value.filter((item) => typeof item !== 'string'), fields: anyJson }),
    );
    fc.assert(
      fc.property(bad, fc.constantFrom('fail', 'continue'), (value, onFailure) => {
        const environment = knowing({ risk: 'number' });
        const workflow = anyWorkflow({
          nodes: [agent(onFailure), tag('after')],
          edges: ['start>n', 'n>after'],
        });
        const plan = compile(workflow, environment);
        const first = advance(plan, begin(plan), { now: NOW, environment });
        const results = [{ effectKey: 'wfx_1:n', outcome: 'succeeded' as const, value }];
        const advanced = advance(plan, first.run, { now: NOW, environment, results });
        const goesOn = onFailure === 'continue';
        expect(advanced.verdict).toBe(goesOn ? 'completed' : 'failed');
        expect(advanced.effects.map(({ nodeKey }) => nodeKey)).toEqual(goesOn ? ['after'] : []);
        expect(stepOf(advanced, 'n').outputs).toMatchObject({ report: null, status: 'error' });
      }),
      { numRuns: 100, seed: 20_261_122 },
    );
  });
});
