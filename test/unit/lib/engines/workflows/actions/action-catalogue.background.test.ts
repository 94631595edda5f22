import { describe, expect, test } from 'vitest';
import {
  type AdvanceInput,
  advance,
  type BackgroundResult,
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
  codesOf,
  effectOf,
  NOW,
  problemsOf,
  request,
  runOnce,
  single,
  stepOf,
  tag,
} from '../builders.ts';

const connection = {
  id: 'con_1',
  origin: 'https://api.example.com',
  allowedMethods: ['GET', 'POST'],
  pathPrefix: '/v1/',
  settableFields: ['total', 'id', 'at', 'note', 'nested', 'q', 'X-Tenant'],
};
const environment: Environment = { connections: [connection] };

function send(parts: Record<string, unknown> = {}, order = {}) {
  const workflow = single(request(parts));
  return runOnce(workflow, { context: { order: anyOrder(order) } }, { environment });
}

/** Runs one background node to its effect, then gives it a result. */
function settle(
  node: WorkflowNode,
  result: Omit<BackgroundResult, 'effectKey'>,
  more: Partial<AdvanceInput> = {},
) {
  const workflow = anyWorkflow({
    nodes: [node, tag('after')],
    edges: [`start>${node.nodeKey}`, `${node.nodeKey}>after`],
  });
  const plan = compile(workflow, environment);
  const input = { now: NOW, environment, ...more };
  const first = advance(plan, begin(plan), input);
  expect(first.verdict).toBe('background');
  const results = [{ effectKey: `wfx_1:${node.nodeKey}`, ...result }];
  return advance(plan, first.run, { ...input, results });
}

describe('4.6.15 HTTP request: building', () => {
  test('the request has the connection’s origin and prefix, and a stable idempotency key', () => {
    const advanced = send(
      {
        path: 'orders/{{order.id}}',
        query: { q: '{{order.orderMetadata.tier}} & more' },
        headers: { 'x-tenant': 'a{{order.orderMetadata.none}}' },
        body: {
          total: '{{order.valueCents}}',
          at: '{{order.pickupStartTime}}',
          id: 'x{{order.id}}',
          note: '{{order.dropoffInstructions}}',
          nested: [{ tags: '{{order.tags}}', n: 5, no: null, yes: true }, '{{order.orderMetadata.none}}!'],
        },
      },
      { pickupStartTime: '2026-11-22T15:00' },
    );
    expect(effectOf(advanced, 'n')).toEqual({
      key: 'wfx_1:n',
      nodeKey: 'n',
      action: 'send_http_request',
      background: true,
      target: null,
      chainDepth: 1,
      payload: {
        connectionId: 'con_1',
        method: 'POST',
        url: 'https://api.example.com/v1/orders/ord_1?q=gold+%26+more',
        headers: { 'x-tenant': 'a' },
        body: {
          total: 5_000,
          at: '2026-11-22T15:00:00.000Z',
          id: 'xord_1',
          note: null,
          nested: [{ tags: ['cold'], n: 5, no: null, yes: true }, '!'],
        },
        timeoutSeconds: 60,
        idempotencyKey: 'wfx_1:n',
        wantsBody: false,
      },
    });
    expect(advanced.verdict).toBe('background');
    expect(stepOf(advanced, 'n')).toMatchObject({
      status: 'paused',
      missing: ['order.orderMetadata.none', 'order.dropoffInstructions', 'order.orderMetadata.none'],
    });
  });

  test.each(['a/b', '../secret', '..', '%2e%2e/x', 'a?b=c', 'a#b', 'https://evil.example', 'a\\b', '', 'ü'])(
    'the value %j in a path stays one segment below the prefix',
    (description) => {
      const advanced = send({ path: 'orders/{{order.description}}' }, { description });
      const effect = advanced.effects[0];
      if (effect === undefined)
        expect(stepOf(advanced, 'n')).toMatchObject({ status: 'failed', stage: 'building' });
      else {
        const url = new URL(String(effect.payload.url));
        expect(url.href.startsWith('https://api.example.com/v1/orders/')).toBe(true);
        expect(url.pathname.split('/')).toHaveLength(4);
        expect(url.search + url.hash).toBe('');
      }
    },
  );

  test.each([
    '../x',
    'a/../b',
    './a',
    'a//b',
    'https://evil.example/x',
    '//evil.example',
    'a?b=1',
    'a#b',
    'a\\b',
    'a b',
    'a%2fb',
    '%2E%2e/x',
    'a/%2e',
  ])('the path %j is refused at save', (path) => {
    expect(codesOf(single(request({ path })))).toEqual(['action.config']);
  });

  test.each(['', '/', 'orders', '/orders', 'orders/', 'a/{{order.id}}/b', '{{order.id}}', 'a.b/..c'])(
    'the path %j is taken',
    (path) => {
      expect(codesOf(single(request({ path })))).toEqual([]);
      expect(send({ path }).effects).toHaveLength(1);
    },
  );

  test('method and field allow-lists are checked at save', () => {
    expect(
      problemsOf(
        single(
          request({ method: 'DELETE', query: { w: '1' }, headers: { 'X-Tenent': '1' }, body: { totl: 1 } }),
        ),
        environment,
      ),
    ).toMatchObject([
      { code: 'action.reference', field: 'nodeActionConfig.method' },
      { code: 'action.reference', field: 'nodeActionConfig.query.w' },
      { code: 'action.reference', field: 'nodeActionConfig.headers.X-Tenent', suggestion: 'X-Tenant' },
      { code: 'action.reference', field: 'nodeActionConfig.body.totl', suggestion: 'total' },
    ]);
    expect(problemsOf(single(request({ connectionId: 'con_2' })), environment)).toMatchObject([
      { suggestion: 'con_1' },
    ]);
    const closed = { connections: [{ ...connection, settableFields: [] }] };
    expect(codesOf(single(request({ body: 'text' })), closed)).toEqual(['action.reference']);
    expect(codesOf(single(request()), closed)).toEqual([]);
  });

  test('and again when the request is built', () => {
    const closed = { connections: [{ ...connection, allowedMethods: ['GET'] }] };
    const advanced = runOnce(single(request()), {}, { environment: closed });
    expect(stepOf(advanced, 'n')).toMatchObject({
      status: 'failed',
      stage: 'building',
      reason: 'The connection allows GET, not POST.',
    });
    expect(stepOf(runOnce(single(request())), 'n')).toMatchObject({ status: 'failed', stage: 'building' });
  });

  test.each(['Authorization', 'cookie', 'HOST', 'Idempotency-Key', 'content-length', 'bad header'])(
    'the header %s is refused',
    (name) => {
      expect(codesOf(single(request({ headers: { [name]: 'x' } })))).toEqual(['action.config']);
    },
  );

  test('a line break cannot leave a header', () => {
    expect(
      stepOf(
        send({ headers: { 'X-Tenant': '{{order.description}}' } }, { description: 'a\r\nHost: b' }),
        'n',
      ),
    ).toMatchObject({ status: 'failed', stage: 'building' });
  });

  test('an origin that is not https is not called', () => {
    for (const origin of ['http://api.example.com', 'nonsense']) {
      const odd = { connections: [{ ...connection, origin }] };
      expect(stepOf(runOnce(single(request()), {}, { environment: odd }), 'n').stage).toBe('building');
    }
  });

  test('a body with a reserved key leaves it out', () => {
    const body = JSON.parse('{"nested": {"__proto__": {"x": 1}, "a": 1}}') as Json;
    expect(effectOf(send({ body }), 'n').payload.body).toEqual({ nested: { a: 1 } });
  });
});

describe('4.6.15 HTTP request: result', () => {
  const extract = [
    { name: 'first', pointer: '/items/0/id' },
    { name: 'odd', pointer: '/a~1b/~0' },
    { name: 'all', pointer: '' },
    { name: 'none', pointer: '/items/9' },
  ];
  const body = { items: [{ id: 7 }], 'a/b': { '~': null } };

  test('values are extracted by JSON Pointer, and each miss is recorded', () => {
    const advanced = settle(request({ extract }), { outcome: 'succeeded', value: { status: 200, body } });
    expect(stepOf(advanced, 'n')).toMatchObject({
      status: 'completed',
      outputs: {
        status: 'completed',
        http_status: 200,
        error_stage: null,
        error: null,
        first: 7,
        odd: null,
        all: body,
        none: null,
      },
      missing: ['/items/9'],
    });
    expect(advanced.verdict).toBe('completed');
  });

  test('a body that comes as text is parsed', () => {
    const advanced = settle(request({ extract }), {
      outcome: 'succeeded',
      value: { status: 201, body: JSON.stringify(body) },
    });
    expect(stepOf(advanced, 'n').outputs.first).toBe(7);
    expect(stepOf(settle(request(), { outcome: 'succeeded', value: { status: 204 } }), 'n').status).toBe(
      'completed',
    );
  });

  test.each([
    [{ outcome: 'failed', stage: 'connecting', reason: 'refused' }, 'connecting', null],
    [{ outcome: 'failed', stage: 'authenticating' }, 'authenticating', null],
    [{ outcome: 'failed', stage: 'nonsense' }, 'transport', null],
    [{ outcome: 'failed' }, 'transport', null],
    [{ outcome: 'held' }, 'transport', null],
    [{ outcome: 'succeeded', value: { status: 500, body: {} } }, 'http_status', 500],
    [{ outcome: 'succeeded', value: { status: 302 } }, 'http_status', 302],
    [{ outcome: 'succeeded', value: { status: 199 } }, 'http_status', 199],
    [{ outcome: 'succeeded', value: { status: 200, body: '<html>' } }, 'reading_response', 200],
    [{ outcome: 'succeeded', value: 'nonsense' }, 'reading_response', null],
    [{ outcome: 'succeeded', value: { status: 200, body: 'x'.repeat(70_000) } }, 'reading_response', null],
  ] as const)('%j fails at stage %s', (result, stage, status) => {
    const failed = settle(request({ extract }), result);
    expect(stepOf(failed, 'n')).toMatchObject({
      status: 'failed',
      stage,
      outputs: { status: 'error', error_stage: stage, http_status: status, first: null },
    });
    expect(failed.verdict).toBe('failed');
    expect(failed.run.steps.after).toBeUndefined();
    const onward = settle(request({ extract, onFailure: 'continue' }), result);
    expect(stepOf(onward, 'n')).toMatchObject({ status: 'completed', stage });
    expect(onward.run.steps.after).toBe('completed');
    expect(onward.verdict).toBe('completed');
  });

  test('an extract may not shadow what the step publishes itself', () => {
    expect(codesOf(single(request({ extract: [{ name: 'status', pointer: '' }] })))).toEqual([
      'action.config',
    ]);
    expect(codesOf(single(request({ extract: [{ name: 'a', pointer: 'b' }] })))).toEqual(['action.config']);
    expect(codesOf(single(request({ extract: [{ name: 'a', pointer: '/~2' }] })))).toEqual(['action.config']);
  });

  test('it has its own timeout, after which it has failed', () => {
    const workflow = single(request({ timeoutSeconds: 5 }));
    const plan = compile(workflow);
    const first = advance(plan, begin(plan), { now: NOW, environment });
    expect(advance(plan, first.run, { now: NOW + 4_999 })).toMatchObject({ verdict: 'waiting', effects: [] });
    const late = advance(plan, first.run, { now: NOW + 5_000 });
    expect(stepOf(late, 'n')).toMatchObject({
      status: 'failed',
      stage: 'transport',
      reason: 'It took too long.',
    });
  });
});

describe('4.6.16 AI decision', () => {
  const yesNo = { type: 'yes_no' };
  const choice = {
    type: 'choice',
    choices: [{ key: 'fast', label: 'Fast', description: 'Needs speed' }, { key: 'cheap' }],
  };
  const score = {
    type: 'score',
    rubric: [
      { score: 1, description: 'bad' },
      { score: 2, description: 'fair' },
      { score: 3, description: 'good' },
    ],
    threshold: 2,
  };

  function decide(decision: unknown, parts: Record<string, unknown> = {}): WorkflowNode {
    return action('ai', 'ai_decision', {
      question: 'Is it urgent?',
      information: '{{order.description}}',
      decision,
      ...parts,
    });
  }

  /** A workflow with a tag behind every branch given. */
  function branching(decision: unknown, branches: readonly string[], parts: Record<string, unknown> = {}) {
    return anyWorkflow({
      nodes: [decide(decision, parts), ...branches.map((branch) => tag(`to_${branch}`))],
      edges: ['start>ai', ...branches.map((branch) => `ai=${branch}>to_${branch}`)],
    });
  }

  function answer(
    decision: unknown,
    value: unknown,
    branches: readonly string[] = [],
    outcome: 'succeeded' | 'failed' = 'succeeded',
  ) {
    const plan = compile(branching(decision, branches));
    const first = advance(plan, begin(plan), { now: NOW });
    return advance(plan, first.run, { now: NOW, results: [{ effectKey: 'wfx_1:ai', outcome, value }] });
  }

  test('only question and information are sent, with a schema for the reply', () => {
    const effect = effectOf(runOnce(branching(yesNo, [])), 'ai');
    expect(effect).toMatchObject({
      background: true,
      payload: { question: 'Is it urgent?', information: 'Two boxes' },
    });
    expect(JSON.stringify(effect)).not.toContain('ada@example.com');
    expect(effect.payload.responseSchema).toMatchObject({ type: 'object', required: ['probability'] });
    expect(effectOf(runOnce(branching(choice, [])), 'ai').payload).toMatchObject({
      instructions: expect.stringContaining('- fast: Fast: Needs speed\n- cheap: cheap'),
      responseSchema: { properties: { choice: { enum: ['fast', 'cheap'] } } },
    });
    expect(effectOf(runOnce(branching(score, [])), 'ai').payload.instructions).toContain('- 3: good');
  });

  test.each([
    [0.7, 'yes', 'completed'],
    [1, 'yes', 'completed'],
    [0.69, 'uncertain', 'uncertain'],
    [0.31, 'uncertain', 'uncertain'],
    [0.3, 'no', 'completed'],
    [0, 'no', 'completed'],
  ])('yes or no: probability %d goes to %s', (probability, branch, status) => {
    const advanced = answer(yesNo, { probability }, ['yes', 'no', 'uncertain', 'error']);
    expect(stepOf(advanced, 'ai')).toMatchObject({
      status: 'completed',
      outputs: { branch, status, probability },
    });
    expect(advanced.effects.map(({ nodeKey }) => nodeKey)).toEqual([`to_${branch}`]);
  });

  test('the two thresholds are set apart, the upper one above', () => {
    expect(
      stepOf(answer({ ...yesNo, yesThreshold: 0.9, noThreshold: 0.1 }, { probability: 0.8 }), 'ai').outputs,
    ).toMatchObject({ branch: 'uncertain', value: 'yes', confidence: 0.8 });
    expect(codesOf(branching({ ...yesNo, yesThreshold: 0.5, noThreshold: 0.5 }, []))).toEqual([
      'action.config',
    ]);
  });

  test.each([
    [{ choice: 'fast', confidence: 0.7 }, 'fast', 'completed'],
    [{ choice: 'cheap', confidence: 0.99 }, 'cheap', 'completed'],
    [{ choice: 'fast', confidence: 0.69 }, 'uncertain', 'uncertain'],
  ])('outcomes: %j goes to %s', (reply, branch, status) => {
    const advanced = answer(choice, reply, ['fast', 'cheap', 'uncertain']);
    expect(stepOf(advanced, 'ai').outputs).toEqual({
      branch,
      status,
      value: reply.choice,
      probability: null,
      confidence: reply.confidence,
    });
    expect(advanced.effects.map(({ nodeKey }) => nodeKey)).toEqual([`to_${branch}`]);
  });

  test.each([
    [{ score: 3, confidence: 0.8 }, 'above'],
    [{ score: 2, confidence: 0.8 }, 'above'],
    [{ score: 1, confidence: 0.8 }, 'below'],
    [{ score: 1, confidence: 0.6 }, 'uncertain'],
  ])('rubric: %j goes to %s', (reply, branch) => {
    const advanced = answer(score, reply, ['above', 'below', 'uncertain']);
    expect(advanced.effects.map(({ nodeKey }) => nodeKey)).toEqual([`to_${branch}`]);
  });

  test('the minimum confidence is 0.7 unless set', () => {
    expect(
      stepOf(answer({ ...choice, minimumConfidence: 0.5 }, { choice: 'fast', confidence: 0.5 }), 'ai').outputs
        .branch,
    ).toBe('fast');
  });

  test.each([
    [yesNo, { probability: 1.2 }],
    [yesNo, { probability: '0.9' }],
    [yesNo, {}],
    [yesNo, null],
    [yesNo, 'yes'],
    [yesNo, '{"probability": 0.9'],
    [yesNo, '```{"probability": 0.9}```'],
    [choice, { choice: 'slow', confidence: 1 }],
    [choice, { choice: 'fast' }],
    [choice, { choice: 'uncertain', confidence: 1 }],
    [score, { score: 2.5, confidence: 1 }],
    [score, { score: 4, confidence: 1 }],
  ])('a malformed reply goes to error: %j %j', (decision, reply) => {
    const taken = answer(decision, reply, ['error', 'uncertain']);
    expect(stepOf(taken, 'ai')).toMatchObject({
      status: 'completed',
      outputs: { branch: 'error', status: 'error', value: null },
    });
    expect(taken.effects.map(({ nodeKey }) => nodeKey)).toEqual(['to_error']);
    expect(taken.verdict).toBe('completed');
    const loose = answer(decision, reply, ['uncertain']);
    expect(stepOf(loose, 'ai')).toMatchObject({ status: 'failed', outputs: { status: 'error' } });
    expect(loose.verdict).toBe('failed');
    expect(loose.effects).toEqual([]);
  });

  test('a reply that comes as text, or wrapped, is read', () => {
    expect(stepOf(answer(yesNo, '{"probability": 0.9}'), 'ai').outputs.branch).toBe('yes');
    expect(stepOf(answer(yesNo, { reply: { probability: 0.9 } }), 'ai').outputs.branch).toBe('yes');
  });

  test('a model that does not answer goes to error', () => {
    expect(answer(yesNo, undefined, ['error'], 'failed').effects.map(({ nodeKey }) => nodeKey)).toEqual([
      'to_error',
    ]);
    expect(answer(yesNo, undefined, [], 'failed').verdict).toBe('failed');
  });

  test('any other branch without an edge ends the path and the run completes', () => {
    expect(answer(yesNo, { probability: 0.5 }, ['yes', 'no'])).toMatchObject({
      verdict: 'completed',
      effects: [],
    });
  });

  test('a question or information that is too long when filled in goes to error', () => {
    const workflow = branching(yesNo, ['error'], { information: '{{order.description}}' });
    const advanced = runOnce(workflow, { context: { order: anyOrder({ description: 'x'.repeat(32_001) }) } });
    expect(advanced.effects.map(({ nodeKey }) => nodeKey)).toEqual(['to_error']);
    const asked = branching(yesNo, [], { question: '{{order.description}}' });
    expect(runOnce(asked, { context: { order: anyOrder({ description: 'x'.repeat(8_001) }) } }).verdict).toBe(
      'failed',
    );
    expect(runOnce(asked, { context: { order: anyOrder({ description: 'x'.repeat(8_000) }) } }).verdict).toBe(
      'background',
    );
  });

  test('the same question on the same information has the same decision key', () => {
    const key = (order: Record<string, Json>) =>
      effectOf(runOnce(branching(yesNo, []), { context: { order: anyOrder(order) } }), 'ai').payload
        .decisionKey;
    expect(key({})).toBe(key({ tipAmountCents: 1 }));
    expect(key({})).not.toBe(key({ description: 'else' }));
  });

  test.each([
    [{ question: 'x'.repeat(8_001) }, yesNo],
    [{ question: ' ' }, yesNo],
    [{ information: 'x'.repeat(32_001) }, yesNo],
    [{}, { type: 'choice', choices: [{ key: 'a' }] }],
    [{}, { type: 'choice', choices: Array.from({ length: 33 }, (_, index) => ({ key: `k${index}` })) }],
    [{}, { type: 'choice', choices: [{ key: 'a' }, { key: 'a' }] }],
    [{}, { type: 'choice', choices: [{ key: 'a' }, { key: 'error' }] }],
    [{}, { type: 'choice', choices: [{ key: 'a' }, { key: 'uncertain' }] }],
    [{}, { ...score, threshold: 4 }],
    [{}, { ...score, threshold: 1 }],
    [
      {},
      { ...score, rubric: Array.from({ length: 21 }, (_, index) => ({ score: index, description: 'x' })) },
    ],
    [
      {},
      {
        ...score,
        rubric: [
          { score: 1, description: 'a' },
          { score: 1, description: 'b' },
          { score: 3, description: 'c' },
        ],
      },
    ],
    [{}, { type: 'other' }],
  ])('the config %j %j is refused at save', (parts, decision) => {
    expect(codesOf(branching(decision, [], parts))).toContain('action.config');
  });

  test('limits are inclusive', () => {
    const choices = Array.from({ length: 32 }, (_, index) => ({ key: `k${index}` }));
    const rubric = Array.from({ length: 20 }, (_, index) => ({ score: index, description: 'x' }));
    const longest = { question: 'x'.repeat(8_000), information: 'x'.repeat(32_000) };
    expect(codesOf(branching({ type: 'choice', choices }, [], longest))).toEqual([]);
    expect(codesOf(branching({ ...score, rubric }, []))).toEqual([]);
  });

  test('its edges are decision edges with one of its branches, at most one each', () => {
    const workflow = branching(choice, ['fast', 'cheap', 'uncertain', 'error']);
    expect(codesOf(workflow)).toEqual([]);
    expect(problemsOf(branching(choice, ['fats']))).toMatchObject([
      { code: 'edge.branch-unknown', suggestion: 'fast' },
    ]);
    expect(codesOf(anyWorkflow({ nodes: [decide(yesNo), tag('a')], edges: ['start>ai', 'ai>a'] }))).toEqual([
      'edge.kind',
    ]);
    const twice = anyWorkflow({
      nodes: [decide(yesNo), tag('a'), tag('b')],
      edges: ['start>ai', 'ai=yes>a', 'ai=yes>b'],
    });
    expect(codesOf(twice)).toEqual(['edge.branch-twice']);
  });

  test.each(['order.creating', 'order.validating'])('on %s it is refused at save and at run', (on) => {
    const workflow = { ...branching(yesNo, []), trigger: { triggerType: 'event' as const, eventName: on } };
    expect(codesOf(workflow)).toContain('action.trigger');
    const plan = compile(workflow);
    expect(() => begin(plan)).toThrow('cannot be used in a synchronous run: ai');
  });

  test('a reference to itself or to a later node is refused at every save', () => {
    const itself = branching(yesNo, [], { information: '{{node_var_ai__branch}}' });
    expect(codesOf(itself, { editedNodeKeys: [] })).toEqual(['variable.order']);
    const later = anyWorkflow({
      nodes: [
        decide(yesNo, { question: '{{node_var_x__value}}' }),
        action('x', 'extract_metadata_field', { path: 'a' }),
      ],
      edges: ['start>ai', 'ai=yes>x'],
    });
    expect(codesOf(later, { editedNodeKeys: [] })).toEqual(['variable.order']);
    const upstream = anyWorkflow({
      nodes: [
        decide(yesNo, { question: '{{node_var_x__value}}' }),
        action('x', 'extract_metadata_field', { path: 'a' }),
      ],
      edges: ['start>x', 'x>ai'],
    });
    expect(codesOf(upstream)).toEqual([]);
  });

  test('4.6.2 a dry test does not ask and follows uncertain with status preview; a live test asks', () => {
    const workflow = branching(yesNo, ['yes', 'uncertain']);
    const dry = runOnce(workflow, { mode: 'dry_test' });
    expect(dry.effects).toEqual([]);
    expect(stepOf(dry, 'ai')).toMatchObject({
      status: 'preview',
      outputs: { branch: 'uncertain', status: 'preview' },
    });
    expect(stepOf(dry, 'to_uncertain')).toMatchObject({ status: 'preview' });
    const live = runOnce(workflow, { mode: 'live_test' });
    expect(live.effects.map(({ action: slug }) => slug)).toEqual(['ai_decision']);
    expect(live.verdict).toBe('background');
  });
});

describe('4.6.17 agent node', () => {
  const agents = [
    {
      id: 'agt_1',
      reportOnly: true,
      outputFormat: {
        risk: 'number',
        notes: 'list',
        why: 'text',
        sure: 'boolean',
        any: 'json',
        report: 'text',
      },
    },
    { id: 'agt_2', reportOnly: false },
  ] as const;
  const known: Environment = { agents };
  const agent = (parts: Record<string, unknown> = {}) =>
    action('g', 'invoke_agent', { agentId: 'agt_1', ...parts });

  test('it receives the entities, the trigger metadata and the outputs upstream, and no others', () => {
    const workflow = anyWorkflow({
      nodes: [
        action('x', 'extract_metadata_field', { path: 'tier' }),
        action('y', 'extract_metadata_field', { path: 'boxes' }),
        agent({ instructions: 'Look at {{order.id}}' }),
      ],
      edges: ['start>y', 'start>x', 'x>g'],
    });
    const context = {
      order: { id: 'ord_1', orderMetadata: { tier: 'gold' } },
      trigger_metadata: { by: 'me' },
    };
    expect(effectOf(runOnce(workflow, { context }, { environment: known }), 'g').payload).toEqual({
      agentId: 'agt_1',
      instructions: 'Look at ord_1',
      entities: { order: context.order },
      triggerMetadata: { by: 'me' },
      customEvent: null,
      nodeOutputs: { x: { value: 'gold', found: true } },
      timeoutSeconds: 60,
    });
  });

  test('only agents that just report are selectable, at save and at run', () => {
    expect(codesOf(single(agent()), known)).toEqual([]);
    expect(problemsOf(single(agent({ agentId: 'agt_2' })), known)[0]?.message).toContain(
      'only report-only agents',
    );
    expect(problemsOf(single(agent({ agentId: 'agt_9' })), known)).toMatchObject([{ suggestion: 'agt_1' }]);
    const advanced = runOnce(single(agent({ agentId: 'agt_2' })), {}, { environment: known });
    expect(stepOf(advanced, 'g')).toMatchObject({ status: 'failed', outputs: { status: 'error' } });
    expect(advanced.effects).toEqual([]);
  });

  test('the result is the report and one typed value for each field of the format', () => {
    const value = {
      report: 'All well',
      fields: { risk: 3, notes: ['a'], why: 5, sure: true, any: { a: 1 }, extra: 1 },
    };
    const advanced = settle(agent(), { outcome: 'succeeded', value }, { environment: known });
    expect(stepOf(advanced, 'g')).toMatchObject({
      outputs: {
        report: 'All well',
        status: 'completed',
        error: null,
        risk: 3,
        notes: ['a'],
        why: null,
        sure: true,
        any: { a: 1 },
      },
      missing: ['why'],
    });
    expect(stepOf(advanced, 'g').outputs).not.toHaveProperty('extra');
  });

  test('its fields can be used downstream', () => {
    const workflow = anyWorkflow({
      nodes: [agent(), tag('t', 'risk-{{node_var_g__risk}}')],
      edges: ['start>g', 'g>t'],
    });
    expect(codesOf(workflow, known)).toEqual([]);
    expect(codesOf(workflow, { agents: [{ id: 'agt_1', reportOnly: true }] })).toEqual(['variable.unknown']);
  });

  test.each([{ outcome: 'failed' as const }, { outcome: 'succeeded' as const, value: {} }])(
    '%j: failure behaviour',
    (result) => {
      expect(settle(agent(), result).verdict).toBe('failed');
      const onward = settle(agent({ onFailure: 'continue' }), result);
      expect(onward.verdict).toBe('completed');
      expect(stepOf(onward, 'g').outputs).toMatchObject({ report: null, status: 'error' });
    },
  );
});

describe('4.6.6 agent call, summary and browser automation', () => {
  test.each([
    ['agent_call', { prompt: 'Do {{order.id}}' }, { prompt: 'Do ord_1' }, 'report'],
    ['summarize', { text: '{{order.description}}' }, { text: 'Two boxes', instructions: null }, 'summary'],
    [
      'browser_automation',
      { startUrl: 'https://example.com', instructions: 'Click' },
      { startUrl: 'https://example.com', instructions: 'Click' },
      'report',
    ],
  ])('%s', (slug, config, payload, output) => {
    const node = action('n', slug, config);
    expect(effectOf(runOnce(single(node)), 'n')).toMatchObject({ background: true, payload });
    expect(stepOf(settle(node, { outcome: 'succeeded', value: 'done' }), 'n').outputs).toEqual({
      [output]: 'done',
      status: 'completed',
    });
    expect(
      stepOf(settle(node, { outcome: 'succeeded', value: { [output]: 'done' } }), 'n').outputs,
    ).toMatchObject({ [output]: 'done' });
    expect(settle(node, { outcome: 'succeeded', value: 5 }).verdict).toBe('failed');
    const patient = action('n', slug, { ...config, onFailure: 'continue' });
    expect(settle(patient, { outcome: 'failed' }).verdict).toBe('completed');
  });

  test('a browser starts on https only', () => {
    expect(
      codesOf(
        single(action('n', 'browser_automation', { startUrl: 'http://example.com', instructions: 'x' })),
      ),
    ).toEqual(['action.config']);
  });
});

describe('4.6.18 background nodes on synchronous runs', () => {
  test.each([
    ['send_http_request', { connectionId: 'con_1', method: 'GET', path: '' }],
    ['ai_decision', { question: 'q', information: 'i', decision: { type: 'yes_no' } }],
    ['invoke_agent', { agentId: 'agt_1' }],
    ['agent_call', { prompt: 'x' }],
    ['summarize', { text: 'x' }],
    ['browser_automation', { startUrl: 'https://example.com', instructions: 'x' }],
  ])('%s is refused on synchronous triggers at save, and on a synchronous run by hand', (slug, config) => {
    const node = action('n', slug, config);
    expect(codesOf(single(node, 'order.creating'))).toEqual(['action.trigger']);
    expect(codesOf(single(node, 'order.validating'))).toEqual(['action.trigger']);
    expect(codesOf(single(node, 'order.created'))).toEqual([]);
    const plan = compile(single(node));
    expect(() => begin(plan, { mode: 'synchronous', manual: { status: 'active' } })).toThrow(
      'synchronous run: n',
    );
    expect(compile(single({ ...node, isEnabled: false })).asynchronousNodes).toEqual([]);
  });
});

describe('4.6.18 actions that need more than the request', () => {
  test.each([
    ['cancel_order', {}],
    ['remove_order_from_route', {}],
    ['reschedule_order', { method: 'delay', delayMinutes: 30 }],
  ])('%s is refused on order.creating at save, and may stand on order.created', (slug, config) => {
    const node = action('n', slug, config);
    expect(problemsOf(single(node, 'order.creating'))).toEqual([
      expect.objectContaining({
        code: 'action.trigger',
        message: expect.stringContaining(`"${slug}" cannot be used on the synchronous trigger`),
      }),
    ]);
    expect(codesOf(single(node, 'order.created'))).toEqual([]);
  });
});
