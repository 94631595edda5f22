import type { Entity, Shape } from './define-entity.ts';

/** Partition and sort key of an entity's items, with the fields of its value in braces. */
export interface DescribedKey {
  /** As `{organizationId}#order#{id}`. */
  readonly partition: string;
  /** As `s#task#{position}#{attempt}#{id}`. */
  readonly sort: string;
  /** Noun of the aggregate. */
  readonly aggregate: string;
  readonly isLog: boolean;
}

/** Describes the key of an entity by requesting the key of a value whose fields are their own names. */
export function describeKey({ definition, keyOf }: Entity<never, never>): DescribedKey {
  const one = valueOfNames('');
  // A part that changes with the fields but does not show them was computed from them, for example as a digest.
  const other = valueOfNames("'");
  const partition = definition.partition(one.value);
  const key = keyOf(one.value);
  const otherKey = keyOf(other.value);
  return {
    partition: showComputed(key.pk, otherKey.pk, one.read),
    sort: showComputed(key.sk, otherKey.sk, one.read),
    aggregate: partition.type,
    isLog: definition.sort(one.value).kind === 'log',
  };
}

/** What a function of an entity's value reads, as `{createdAt}`. */
export function describeField(read: (value: never) => unknown): string {
  const { value, read: names } = valueOfNames('');
  const result = read(value);
  return typeof result === 'string' && result.includes('{') ? result : `f(${[...names].join(', ')})`;
}

/** A value of any shape whose fields are their own names in braces, and the names that were read. */
function valueOfNames(mark: string): { value: never; read: Set<string> } {
  const read = new Set<string>();
  const value = new Proxy<Shape>(
    {},
    {
      get(_, name) {
        read.add(String(name));
        return `{${String(name)}${mark}}`;
      },
    },
  );
  return { value: value as never, read };
}

function showComputed(text: string, other: string, read: ReadonlySet<string>): string {
  const others = other.split('#');
  const parts = text.split('#');
  const shown = new Set(parts.join().match(/(?<=\{)\w+(?=\})/g));
  const hidden = [...read].filter((name) => !shown.has(name));
  return parts
    .map((part, index) =>
      part === others[index] || part.includes('{') ? part : `digest(${hidden.join(', ')})`,
    )
    .join('#');
}
