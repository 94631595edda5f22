import { compileDataFlow, compileOptionalTemplate } from '../language/data-flow.ts';
import { type Environment, withInput } from '../language/environment.ts';
import { compileCatchers, compileRetriers } from '../language/error-handling.ts';
import { isArray, type Json } from '../language/json.ts';
import { compilePath } from '../language/path.ts';
import type { State } from '../language/state.ts';
import { StateFields } from '../language/state-fields.ts';
import { StatesError } from '../language/states-error.ts';
import { compileTransition } from '../language/transition.ts';

/** Concurrent runs of an inline Map when MaxConcurrency does not say (Step Functions guide, "Inline mode"). */
const INLINE_CONCURRENCY = 40;

/** Map, inline: one run of its processor per item (ASL specification, "Map State"). */
export function map(
  name: string,
  fields: StateFields,
  addProcessor: (where: string, json: Json | undefined) => number,
): State {
  const flow = compileDataFlow(fields, { resultSelector: true, resultPath: true });
  const processor = addProcessor(name, compileProcessorField(fields));
  const itemsText = fields.optionalText('ItemsPath') ?? '$';
  const items = fields.compile(() => compilePath(itemsText));
  const selector = compileOptionalTemplate(fields, fields.json('Parameters') ? 'Parameters' : 'ItemSelector');
  const maxConcurrency = compileConcurrency(fields);
  const retriers = compileRetriers(fields);
  const catchers = compileCatchers(fields);
  const transition = compileTransition(fields);
  return Object.freeze<State>({
    name,
    type: 'Map',
    retriers,
    catchers,
    enter(environment) {
      const inside = withInput(environment, flow.input(environment));
      const list = items.read(inside);
      if (!isArray(list)) {
        throw new StatesError('States.Runtime', `Reference path "${itemsText}" must point to array.`);
      }
      const branches = list.map((Value, Index) => {
        const item = { Index, Value };
        const context = { ...environment.context, Map: { Item: item } };
        return { processor, item, input: selector === undefined ? Value : selector({ ...inside, context }) };
      });
      return { verdict: 'fork', branches, maxConcurrency: maxConcurrency(inside) };
    },
    leave: (environment, result) => transition(flow.output(environment, result)),
  });
}

/** `ItemProcessor`, or its former name `Iterator`. */
function compileProcessorField(fields: StateFields): Json | undefined {
  const processor = fields.json('ItemProcessor');
  const iterator = fields.json('Iterator');
  if (processor === undefined) return iterator;
  const inner = fields.inner('ItemProcessor').json('ProcessorConfig');
  if (inner !== undefined) {
    const config = new StateFields('', inner);
    const mode = config.optionalText('Mode') ?? 'INLINE';
    if (mode !== 'INLINE')
      throw fields.fail(`ProcessorConfig.Mode ${mode} is not supported here, only INLINE`);
  }
  return processor;
}

function compileConcurrency(fields: StateFields): (environment: Environment) => number {
  const fixed = fields.optionalNumber('MaxConcurrency', 0);
  const text = fields.optionalText('MaxConcurrencyPath');
  const limit = (value: number) => (value === 0 ? INLINE_CONCURRENCY : value);
  if (text === undefined) return () => limit(fixed ?? 0);
  if (fixed !== undefined)
    throw fields.fail('only one of MaxConcurrency and MaxConcurrencyPath may be given');
  const path = fields.compile(() => compilePath(text));
  return (environment) => {
    const value = path.read(environment);
    if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return limit(value);
    throw new StatesError('States.Runtime', `MaxConcurrencyPath '${text}' must give an integer from 0`);
  };
}
