import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Advanced,
  advance,
  type BackgroundResult,
  compile,
  type Plan,
  type Run,
} from '../../../../../../lib/engines/workflows/index.ts';
import { anyOrder, begin, codesOf, NOW } from '../builders.ts';
import { type Drawn, deepFreeze, drawnWorkflow, exitOf, exitTaken, model, stored } from '../graph-model.ts';

/** Nodes whose fate is `failed` are reported as failed when they are carried out. */
function failures({ fates, disabled }: Drawn): BackgroundResult[] {
  return [...fates]
    .filter(([key, { kind }]) => kind === 'failed' && !disabled.has(key))
    .map(([key]) => ({ effectKey: `wfx_1:${key}`, outcome: 'failed', reason: 'refused' }));
}

interface Driven {
  readonly run: Run;
  readonly effects: Advanced['effects'];
  readonly steps: Advanced['steps'];
  readonly calls: number;
}

/** Drives a run to its end, answering background effects in the order in which they were sent. */
function drive(plan: Plan, drawn: Drawn, budgets: () => number, store: (run: Run) => Run = stored): Driven {
  let run = store(begin(plan));
  const effects = [];
  const steps = [];
  const results: BackgroundResult[] = failures(drawn);
  const waiting: string[] = [];
  for (let calls = 1; calls < 1_000; calls++) {
    const advanced = advance(plan, run, { now: NOW, results, maxNodes: budgets() });
    run = store(advanced.run);
    effects.push(...advanced.effects);
    steps.push(...advanced.steps);
    waiting.push(...advanced.effects.filter(({ background }) => background).map(({ key }) => key));
    results.length = 0;
    if (advanced.verdict === 'completed' || advanced.verdict === 'failed')
      return { run, effects, steps, calls };
    if (advanced.verdict === 'running') continue;
    const effectKey = waiting.shift();
    if (effectKey === undefined) throw new Error('the run waits for nothing');
    results.push({ effectKey, outcome: 'succeeded', value: 'done' });
  }
  throw new Error('the run does not end');
}

/** Keys of the nodes in the order they were visited, disabled ones included. */
function visits(plan: Plan, drawn: Drawn): string[] {
  const visited: string[] = [];
  drive(
    plan,
    drawn,
    () => 1,
    (run) => {
      const [next] = run.ready;
      if (next !== undefined) visited.push(next);
      return run;
    },
  );
  return visited;
}

const unlimited = () => Number.POSITIVE_INFINITY;
const drawings = [
  ['order.creating', drawnWorkflow(60, 'order.creating')],
  ['order.created', drawnWorkflow(60, 'order.created')],
] as const;

describe.each(drawings)('random workflows of up to 60 nodes on %s', (on, arbitrary) => {
  test('validate, run to an end, each node at most once, and just as the model of joins says', () => {
    fc.assert(
      fc.property(arbitrary, (drawn) => {
        expect(codesOf(drawn.workflow)).toEqual([]);
        const { run, steps } = drive(compile(drawn.workflow), drawn, unlimited);
        const reached = steps.filter(({ status }) => status !== 'paused').map(({ nodeKey }) => nodeKey);
        expect(new Set(reached).size).toBe(reached.length);
        const visited = visits(compile(drawn.workflow), drawn);
        const { order } = model(drawn, on === 'order.creating', visited);
        const expected = order.filter((key) => !drawn.disabled.has(key));
        expect([...reached].sort()).toEqual([...expected].sort());
        const hasBackground = expected.some((key) => drawn.fates.get(key)?.kind === 'background');
        // Results reorder what follows them; without any, the order of execution is the model's as well.
        if (!hasBackground) expect(visited).toEqual(order);
        const failed = expected.some((key) => drawn.fates.get(key)?.kind === 'failed');
        expect(run.status).toBe(failed ? 'failed' : 'completed');
        expect(run).toMatchObject({ ready: [], joins: {}, pending: {}, early: {} });
      }),
      { numRuns: 250 },
    );
  });

  test('no effect after a failure on its path', () => {
    fc.assert(
      fc.property(arbitrary, (drawn) => {
        const { effects } = drive(compile(drawn.workflow), drawn, unlimited);
        // Reached from the trigger by edges that were taken, never through a node that failed.
        const alive = new Set(['start']);
        for (const key of alive) {
          const taken = exitTaken(drawn.fates.get(key) ?? { kind: 'plain' }, drawn.disabled.has(key));
          for (const edge of drawn.workflow.edges) {
            if (edge.sourceNodeKey === key && exitOf(edge) === taken) alive.add(edge.targetNodeKey);
          }
        }
        for (const { nodeKey } of effects) {
          expect(alive.has(nodeKey)).toBe(true);
          expect(drawn.fates.get(nodeKey)?.kind).not.toBe('failed');
        }
      }),
      { numRuns: 150 },
    );
  });

  test('the same input gives the same output byte for byte, and nothing is changed in place', () => {
    fc.assert(
      fc.property(arbitrary, (drawn) => {
        const workflow = deepFreeze(structuredClone(drawn.workflow));
        const input = deepFreeze({ now: NOW, results: failures(drawn) });
        const plan = compile(workflow);
        const run = deepFreeze(begin(plan));
        const first = JSON.stringify(advance(plan, run, input));
        expect(JSON.stringify(advance(plan, run, input))).toBe(first);
        expect(JSON.stringify(advance(compile(structuredClone(workflow)), stored(run), input))).toBe(first);
      }),
      { numRuns: 150 },
    );
  });

  test('any split into calls gives the same run, the same effects and the same steps', () => {
    fc.assert(
      fc.property(
        arbitrary,
        fc.array(fc.integer({ min: 0, max: 7 }), { minLength: 1, maxLength: 20 }),
        (drawn, budgets) => {
          const plan = compile(drawn.workflow);
          const whole = drive(plan, drawn, unlimited);
          let index = 0;
          const usable = budgets.some((budget) => budget > 0) ? budgets : [1];
          const split = drive(plan, drawn, () => usable[index++ % usable.length] ?? 1);
          expect(JSON.stringify(split.run)).toBe(JSON.stringify(whole.run));
          expect(JSON.stringify(split.effects)).toBe(JSON.stringify(whole.effects));
          expect(JSON.stringify(split.steps)).toBe(JSON.stringify(whole.steps));
        },
      ),
      { numRuns: 150 },
    );
  });

  test('a call that is repeated, and results that come twice or too late, never yield an effect under a new key', () => {
    fc.assert(
      fc.property(arbitrary, fc.array(fc.boolean(), { minLength: 1, maxLength: 20 }), (drawn, repeats) => {
        const plan = compile(drawn.workflow);
        const whole = drive(plan, drawn, unlimited);
        const keys = whole.effects.map(({ key }) => key);
        expect(new Set(keys).size).toBe(keys.length);
        expect(keys.every((key) => key === `wfx_1:${key.slice(6)}` && plan.nodes.has(key.slice(6)))).toBe(
          true,
        );
        // Every result again, after the end and in the middle.
        const all = keys.map(
          (effectKey): BackgroundResult => ({ effectKey, outcome: 'succeeded', value: 'other' }),
        );
        const after = advance(plan, whole.run, { now: NOW + 1, results: all });
        expect(after).toEqual({ run: whole.run, effects: [], steps: [], verdict: whole.run.status });
        let run = begin(plan);
        let results: BackgroundResult[] = failures(drawn);
        const seen = new Map<string, string>();
        const done: BackgroundResult[] = [];
        for (let turn = 0; turn < 200; turn++) {
          const input = { now: NOW, results: [...results, ...done], maxNodes: 3 };
          const advanced = advance(plan, run, input);
          const given =
            repeats[turn % repeats.length] === true
              ? [...advanced.effects, ...advance(plan, run, input).effects]
              : advanced.effects;
          for (const effect of given) {
            const text = JSON.stringify(effect);
            expect(seen.get(effect.key) ?? text).toBe(text);
            seen.set(effect.key, text);
          }
          done.push(...results);
          results = advanced.effects
            .filter(({ background }) => background)
            .map(({ key }) => ({ effectKey: key, outcome: 'succeeded', value: 'done' }));
          run = advanced.run;
          if (advanced.verdict === 'completed' || advanced.verdict === 'failed') break;
        }
        expect([...seen.keys()].sort()).toEqual([...keys].sort());
        expect(run.status).toBe(whole.run.status);
      }),
      { numRuns: 100 },
    );
  });
});

test('a run of the largest workflow stays small and quick', () => {
  const [drawn] = fc.sample(drawnWorkflow(60, 'order.creating'), { numRuns: 1, seed: 7 });
  if (drawn === undefined) throw new Error('nothing was drawn');
  const plan = compile(drawn.workflow);
  const { run } = drive(plan, drawn, unlimited, (item) => item);
  expect(JSON.stringify(run).length).toBeLessThan(20_000 + JSON.stringify(anyOrder()).length);
});
