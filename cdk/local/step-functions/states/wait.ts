import { compileDataFlow } from '../language/data-flow.ts';
import { type Environment, withInput } from '../language/environment.ts';
import type { Json } from '../language/json.ts';
import { compilePath } from '../language/path.ts';
import type { State } from '../language/state.ts';
import type { StateFields } from '../language/state-fields.ts';
import { StatesError } from '../language/states-error.ts';
import { parseTimestamp } from '../language/timestamp.ts';
import { compileTransition } from '../language/transition.ts';

/** Longest wait of Step Functions, as `Seconds` documents it. */
const MAX_WAIT_SECONDS = 99_999_999;

type Until = (environment: Environment, nowMs: number) => number;

/** Wait: until a time or for a number of seconds (ASL specification, "Wait State"). */
export function wait(name: string, fields: StateFields): State {
  const flow = compileDataFlow(fields, {});
  const until = compileUntil(fields);
  const transition = compileTransition(fields);
  return Object.freeze<State>({
    name,
    type: 'Wait',
    retriers: [],
    catchers: [],
    enter(environment, nowMs) {
      const inside = withInput(environment, flow.input(environment));
      return { verdict: 'wait', untilMs: until(inside, nowMs) };
    },
    leave: (environment) => transition(flow.output(environment, flow.input(environment))),
  });
}

function compileUntil(fields: StateFields): Until {
  const seconds = fields.json('Seconds');
  const timestamp = fields.json('Timestamp');
  const secondsPath = fields.optionalText('SecondsPath');
  const timestampPath = fields.optionalText('TimestampPath');
  const given = [seconds, timestamp, secondsPath, timestampPath].filter((value) => value !== undefined);
  if (given.length !== 1) {
    throw fields.fail('exactly one of Seconds, Timestamp, SecondsPath and TimestampPath must be given');
  }
  if (seconds !== undefined) {
    const ms = fields.compile(() => durationMs(seconds));
    return (_, nowMs) => nowMs + ms;
  }
  if (timestamp !== undefined) {
    const ms = instantMs(timestamp);
    return () => ms;
  }
  if (secondsPath !== undefined) {
    const read = compileRead(fields, secondsPath);
    return (environment, nowMs) => nowMs + durationMs(read(environment));
  }
  const read = compileRead(fields, timestampPath ?? '$');
  return (environment) => instantMs(read(environment));
}

function compileRead(fields: StateFields, text: string): (environment: Environment) => Json {
  const path = fields.compile(() => compilePath(text));
  return (environment) => {
    const value = path.read(environment);
    if (value === undefined)
      throw new StatesError('States.Runtime', `Invalid path '${text}': no value there`);
    return value;
  };
}

function durationMs(value: Json): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > MAX_WAIT_SECONDS) {
    throw new StatesError(
      'States.Runtime',
      `The seconds to wait must be an integer from 0 to ${MAX_WAIT_SECONDS}, got ${JSON.stringify(value)}`,
    );
  }
  return value * 1_000;
}

function instantMs(value: Json): number {
  const ms = parseTimestamp(value);
  if (ms === undefined) {
    throw new StatesError(
      'States.Runtime',
      `${JSON.stringify(value)} is not a timestamp such as 2026-01-31T10:00:00Z`,
    );
  }
  return ms;
}
