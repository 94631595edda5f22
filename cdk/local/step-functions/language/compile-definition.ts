import { choice } from '../states/choice.ts';
import { fail } from '../states/fail.ts';
import { map } from '../states/map.ts';
import { parallel } from '../states/parallel.ts';
import { pass } from '../states/pass.ts';
import { succeed } from '../states/succeed.ts';
import { task } from '../states/task.ts';
import { wait } from '../states/wait.ts';
import { isObject, type Json, parseJson } from './json.ts';
import type { Definition, Processor, State } from './state.ts';
import { StateFields } from './state-fields.ts';
import { DefinitionError } from './states-error.ts';

type AddProcessor = (where: string, json: Json | undefined) => number;
type Compile = (name: string, fields: StateFields, addProcessor: AddProcessor) => State;

const KINDS: Readonly<Record<string, Compile>> = {
  Task: task,
  Choice: choice,
  Wait: wait,
  Pass: pass,
  Map: map,
  Parallel: parallel,
  Succeed: succeed,
  Fail: fail,
};

/**
 * Compiles a definition in the Amazon States Language (JSONPath). Throws DefinitionError naming `machine`, the state,
 * and what is invalid or not supported here.
 */
export function compileDefinition(machine: string, text: string): Definition {
  const processors: Processor[] = [];
  const where = `state machine ${machine}`;

  const addProcessor: AddProcessor = (inside, json) => {
    const index = processors.length;
    const place = inside === '' ? where : `${where}, state ${inside}`;
    const fields = new StateFields(place, json);
    // Reserves the place: inner branches follow it.
    processors.push({ startAt: '', states: new Map() });
    if (inside !== '') fields.json('ProcessorConfig');
    processors[index] = compileProcessor(fields, where, addProcessor);
    if (inside !== '') fields.done();
    return index;
  };

  let json: Json;
  try {
    json = parseJson(text);
  } catch {
    throw new DefinitionError(`${where}: the definition is not JSON`);
  }
  addProcessor('', json);
  const fields = new StateFields(where, json);
  for (const known of ['StartAt', 'States', 'QueryLanguage']) fields.json(known);
  const version = fields.optionalText('Version') ?? '1.0';
  if (version !== '1.0') throw fields.fail(`Version ${version} is not supported here`);
  const timeoutSeconds = fields.optionalNumber('TimeoutSeconds', 1);
  fields.done();
  return Object.freeze({
    processors: Object.freeze(processors),
    ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }),
  });
}

function compileProcessor(fields: StateFields, where: string, addProcessor: AddProcessor): Processor {
  fields.refuseJsonata();
  const startAt = fields.text('StartAt');
  const json = fields.json('States');
  if (!isObject(json)) throw fields.fail('States must be an object');
  const states = new Map(
    Object.entries(json).map(([name, value]) => [
      name,
      compileState(name, new StateFields(`${where}, state ${name}`, value), addProcessor),
    ]),
  );
  if (!states.has(startAt)) throw fields.fail(`StartAt is ${startAt}, which is not a state`);
  refuseUnknownTargets(fields, json, states);
  return Object.freeze({ startAt, states });
}

function compileState(name: string, fields: StateFields, addProcessor: AddProcessor): State {
  fields.refuseJsonata();
  const type = fields.text('Type');
  const compile = KINDS[type];
  if (compile === undefined) throw fields.fail(`Type ${type} is not supported here`);
  const state = compile(name, fields, addProcessor);
  fields.done();
  return state;
}

/** Next, Default and the Next of choices and catchers must name states of the same processor. */
function refuseUnknownTargets(
  fields: StateFields,
  json: Readonly<Record<string, Json>>,
  states: ReadonlyMap<string, State>,
): void {
  for (const [name, state] of Object.entries(json)) {
    if (!isObject(state)) continue;
    const nested = [state.Choices, state.Catch].flatMap((list) => (Array.isArray(list) ? list : []));
    const targets = [
      state.Next,
      state.Default,
      ...nested.map((entry) => (isObject(entry) ? entry.Next : undefined)),
    ];
    for (const target of targets) {
      if (typeof target === 'string' && !states.has(target)) {
        throw fields.fail(`state ${name} goes to ${target}, which is not a state here`);
      }
    }
  }
}
