import { type Environment, withInput } from './environment.ts';
import type { Expression } from './intrinsic-function.ts';
import { isArray, isObject, type Json } from './json.ts';
import { compilePath, compileReferencePath, type ReferencePath } from './path.ts';
import { compileTemplate } from './payload-template.ts';
import type { StateFields } from './state-fields.ts';
import { StatesError } from './states-error.ts';

/** How a state reads its input and writes its output (ASL specification, "Input and Output Processing"). */
export interface DataFlow {
  /** InputPath, then Parameters. */
  input(environment: Environment): Json;
  /** ResultSelector, ResultPath into the raw input, then OutputPath. */
  output(environment: Environment, result: Json): Json;
}

/** The fields that a state type has besides InputPath and OutputPath. */
export interface DataFlowFields {
  readonly parameters?: boolean;
  readonly resultSelector?: boolean;
  readonly resultPath?: boolean;
}

/** Compiles the data flow fields of a state. Throws DefinitionError. */
export function compileDataFlow(fields: StateFields, has: DataFlowFields): DataFlow {
  const inputPath = compileOptionalPath(fields, 'InputPath');
  const parameters = has.parameters ? compileOptionalTemplate(fields, 'Parameters') : undefined;
  const selector = has.resultSelector ? compileOptionalTemplate(fields, 'ResultSelector') : undefined;
  const place = has.resultPath ? compileResultPath(fields) : asWhole;
  const outputPath = compileOptionalPath(fields, 'OutputPath');
  return Object.freeze({
    input(environment: Environment) {
      const taken = inputPath(environment);
      return parameters === undefined ? taken : parameters(withInput(environment, taken));
    },
    output(environment: Environment, result: Json) {
      const selected = selector === undefined ? result : selector(withInput(environment, result));
      return outputPath(withInput(environment, place(environment.input, selected)));
    },
  });
}

/** Compiles ResultPath: puts a result into the raw input. Throws DefinitionError. */
export function compileResultPath(fields: StateFields): (rawInput: Json, result: Json) => Json {
  const text = fields.json('ResultPath');
  if (text === undefined || text === '$') return asWhole;
  if (text === null) return (rawInput) => rawInput;
  if (typeof text !== 'string') throw fields.fail('ResultPath must be a path or null');
  const path = fields.compile(() => compileReferencePath(text));
  return (rawInput, result) => put(rawInput, path, 0, result);
}

const asWhole = (_rawInput: Json, result: Json): Json => result;

function put(into: Json | undefined, path: ReferencePath, depth: number, result: Json): Json {
  const step = path.steps[depth];
  if (step === undefined) return result;
  if (typeof step === 'number') {
    if (!isArray(into) || step >= into.length) throw mismatch(path);
    return into.map((item, index) => (index === step ? put(item, path, depth + 1, result) : item));
  }
  if (into !== undefined && into !== null && !isObject(into)) throw mismatch(path);
  const object = into ?? {};
  const inside = Object.hasOwn(object, step) ? object[step] : undefined;
  return { ...object, [step]: put(inside, path, depth + 1, result) };
}

function mismatch(path: ReferencePath): StatesError {
  return new StatesError(
    'States.ResultPathMatchFailure',
    `Unable to apply ReferencePath ${path.text} to the state's input`,
  );
}

/** InputPath or OutputPath: absent is `$`, null is the empty object. */
function compileOptionalPath(fields: StateFields, key: string): Expression {
  const text = fields.json(key);
  if (text === undefined || text === '$') return (environment) => environment.input;
  if (text === null) return () => ({});
  if (typeof text !== 'string') throw fields.fail(`${key} must be a path or null`);
  const path = fields.compile(() => compilePath(text));
  return (environment) => {
    const value = path.read(environment);
    if (value === undefined) {
      throw new StatesError('States.Runtime', `Invalid path '${text}': No results for path: ${key}`);
    }
    return value;
  };
}

/** Compiles a payload template field; undefined when it is absent. Throws DefinitionError. */
export function compileOptionalTemplate(fields: StateFields, key: string): Expression | undefined {
  const template = fields.json(key);
  return template === undefined ? undefined : fields.compile(() => compileTemplate(template));
}
