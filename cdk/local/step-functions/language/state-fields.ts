import { isArray, isObject, type Json, type JsonObject } from './json.ts';
import { DefinitionError } from './states-error.ts';

/** Reads the fields of one state (or machine, retrier, ...), and refuses those that were not read. */
export class StateFields {
  readonly #where: string;
  readonly #json: JsonObject;
  readonly #read = new Set(['Comment']);

  /** `where` starts every error: state machine and state. Throws DefinitionError when `json` is not an object. */
  constructor(where: string, json: Json | undefined) {
    this.#where = where;
    if (!isObject(json)) throw new DefinitionError(`${where}: must be an object`);
    this.#json = json;
  }

  fail(why: string): DefinitionError {
    return new DefinitionError(`${this.#where}: ${why}`);
  }

  /** Runs a compiler of paths, templates or conditions, adding the place to its errors. */
  compile<Result>(run: () => Result): Result {
    try {
      return run();
    } catch (error) {
      if (error instanceof DefinitionError && !error.message.startsWith(this.#where)) {
        throw this.fail(error.message);
      }
      throw error;
    }
  }

  json(key: string): Json | undefined {
    this.#read.add(key);
    return this.#json[key];
  }

  text(key: string): string {
    return this.optionalText(key) ?? this.#missing(key, 'a string');
  }

  optionalText(key: string): string | undefined {
    const value = this.json(key);
    if (value !== undefined && typeof value !== 'string') throw this.fail(`${key} must be a string`);
    return value;
  }

  /** A number of at least `least`. */
  optionalNumber(key: string, least: number): number | undefined {
    const value = this.json(key);
    if (value === undefined) return undefined;
    if (typeof value !== 'number' || value < least) throw this.fail(`${key} must be a number from ${least}`);
    return value;
  }

  list(key: string): readonly Json[] {
    const value = this.json(key);
    if (value === undefined) return [];
    if (!isArray(value)) throw this.fail(`${key} must be a list`);
    return value;
  }

  texts(key: string): readonly string[] {
    const values = this.list(key).filter((value) => typeof value === 'string');
    if (values.length === 0) this.#missing(key, 'a list of strings');
    return values;
  }

  /** Fields of an inner object, with its place added to errors. */
  inner(key: string): StateFields {
    return new StateFields(`${this.#where}, ${key}`, this.json(key));
  }

  inners(key: string): readonly StateFields[] {
    return this.list(key).map((item, index) => new StateFields(`${this.#where}, ${key}[${index}]`, item));
  }

  /** Only JSONPath is run; a JSONata state read as JSONPath would silently do something else. */
  refuseJsonata(): void {
    const language = this.optionalText('QueryLanguage') ?? 'JSONPath';
    if (language !== 'JSONPath')
      throw this.fail(`QueryLanguage ${language} is not supported here, only JSONPath`);
  }

  /** Refuses fields that were not read, so that no declared field is silently ignored. */
  done(): void {
    const unread = Object.keys(this.#json).filter((key) => !this.#read.has(key));
    if (unread.length > 0) throw this.fail(`${unread.join(', ')} is not supported here`);
  }

  #missing(key: string, what: string): never {
    throw this.fail(`${key} must be ${what}`);
  }
}
