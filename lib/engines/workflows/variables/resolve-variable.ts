import { nearestMatch } from '../../../platform/core/nearest-match.ts';
import type { EntityName } from '../definition/entities.ts';
import type { FieldType } from '../fields/define-field.ts';
import { eventVariables, findEventVariable } from '../fields/event-variables.ts';
import { fieldCatalogue, findField } from '../fields/field-catalogue.ts';
import { messageVariables } from '../fields/message-variables.ts';
import { isForbiddenName, own, readPath } from '../json.ts';
import { type ContextRoot, contextRoots, type Reader } from './scope.ts';

/** Outputs a node publishes, by name without the leading `__`, with their types. */
export type NodeOutputs = Readonly<Record<string, FieldType>>;

/** The outputs of each node of a definition. */
export type OutputsByNode = ReadonlyMap<string, NodeOutputs>;

/** What a path stands for. */
export interface Reference {
  readonly path: string;
  readonly type: FieldType;
  /** Whether the schema knows the key, so that no value means "nothing" and not "no such key" (rule 14). */
  readonly known: boolean;
  /** Entities of which one must be behind the workflow. Empty: needs none. */
  readonly entities: readonly EntityName[];
  /** The only trigger whose runs have it; absent = any. */
  readonly trigger?: string;
  /** The node whose output it reads, when it reads one. */
  readonly nodeKey?: string;
  readonly read: Reader;
}

const NODE_PREFIX = 'node_var_';

/**
 * Finds what the path stands for among fields, message variables, trigger metadata, the custom event and the
 * outputs of `nodes`. Undefined when the schema has no such path.
 */
export function resolveVariable(segments: readonly string[], nodes: OutputsByNode): Reference | undefined {
  const path = segments.join('.');
  const [root = '', ...rest] = segments;
  if (root.startsWith(NODE_PREFIX)) return nodeOutput(path, root.slice(NODE_PREFIX.length), rest, nodes);
  const variable = messageVariables.find((candidate) => candidate.path === path);
  if (variable !== undefined) {
    const readers = variable.sources.map((source) => contextReader(source.split('.')));
    const read: Reader = (scope) => {
      for (const reader of readers) {
        const value = reader(scope);
        if (value !== undefined && value !== null && value !== '') return value;
      }
      return undefined;
    };
    return { path, type: variable.type, known: true, entities: variable.entities, read };
  }
  const event = findEventVariable(path);
  if (event === undefined) return entityField(path, segments);
  const known = event.path === path;
  return {
    ...{ path, known, entities: [], read: contextReader(segments) },
    type: known ? event.type : 'json',
    ...(event.only === undefined ? {} : { trigger: event.only }),
  };
}

/** The path closest to an unresolvable one. */
export function nearestVariable(segments: readonly string[], nodes: OutputsByNode): string | undefined {
  return nearestMatch(segments.join('.'), everyVariable(nodes));
}

/** Every path that the schema can name, the node outputs included. */
export function* everyVariable(nodes: OutputsByNode): Generator<string> {
  for (const field of fieldCatalogue) if (field.type !== 'event') yield field.key;
  for (const variable of messageVariables) yield variable.path;
  for (const { path } of eventVariables) yield path;
  for (const [nodeKey, outputs] of nodes) {
    for (const name of Object.keys(outputs)) yield `${NODE_PREFIX}${nodeKey}__${name}`;
  }
}

/** Reads a path whatever the schema says, as a definition saved long ago may name it. Never a whole entity. */
export function unknownReference(segments: readonly string[]): Reference {
  const reads = segments.length > 1 && (contextRoots as readonly string[]).includes(segments[0] ?? '');
  return {
    path: segments.join('.'),
    type: 'json',
    known: false,
    entities: [],
    read: reads ? contextReader(segments) : () => undefined,
  };
}

function entityField(path: string, segments: readonly string[]): Reference | undefined {
  for (let length = segments.length; length >= 2; length--) {
    const field = findField(segments.slice(0, length).join('.'));
    if (field === undefined) continue;
    const below = length < segments.length;
    if (field.type === 'event' || (below && !field.open)) return undefined;
    return {
      path,
      type: below ? 'json' : field.type,
      known: !below,
      entities: [field.entity],
      read: contextReader(segments),
    };
  }
  return undefined;
}

/** Keys may hold `__` themselves, so the longest node key that fits is the one meant. */
function nodeOutput(
  path: string,
  name: string,
  below: readonly string[],
  nodes: OutputsByNode,
): Reference | undefined {
  let nodeKey: string | undefined;
  for (const candidate of nodes.keys()) {
    const fits = name.startsWith(`${candidate}__`);
    if (fits && candidate.length > (nodeKey ?? '').length) nodeKey = candidate;
  }
  if (nodeKey === undefined) return undefined;
  const key = nodeKey;
  const output = name.slice(key.length + 2);
  const declared = own(nodes.get(key), output) as FieldType | undefined;
  if (declared === undefined) return undefined;
  if (below.length > 0 && declared !== 'json' && declared !== 'list') return undefined;
  return {
    path,
    type: below.length > 0 ? 'json' : declared,
    known: below.length === 0,
    entities: [],
    nodeKey: key,
    read: (scope) => readPath(own(own(scope.outputs, key), output), below),
  };
}

/** Reads a path below a root of the context. A field of an entity, the usual case, is read without a loop. */
function contextReader(segments: readonly string[]): Reader {
  const root = segments[0] as ContextRoot;
  const [, name] = segments;
  if (name !== undefined && segments.length === 2 && !isForbiddenName(name)) {
    return ({ context }) => {
      const entity = context[root];
      return entity !== undefined && entity !== null && Object.hasOwn(entity, name)
        ? entity[name]
        : undefined;
    };
  }
  const rest = segments.slice(1);
  return (scope) => readPath(scope.context[root], rest);
}
