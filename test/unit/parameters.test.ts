import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { findLateDependencies } from '../support/boundaries/find-late-dependencies.ts';
import { readSources } from '../support/boundaries/read-imports.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const found = (...lines: string[]) => findLateDependencies({ file: 'lib/a.ts', text: lines.join('\n') });

describe('parameters', () => {
  it('begin with what the function works with', () => {
    const sources = readSources(ROOT, ['cdk', 'functions', 'lib', 'test']);
    expect(sources.flatMap(findLateDependencies)).toEqual([]);
  });

  it.each([
    ['a function', 'function f(order: Order, deps: OrderDeps) {}'],
    ['an arrow function', 'const f = async (order: Order, { table }: OrderDeps) => table;'],
    ['a method', 'class A { read(id: string, deps: CoreDeps) {} }'],
    ['a method of an interface', 'interface A { read(id: string, deps: CoreDeps): void }'],
    ['a method of an object', 'const a = { read(id: string, deps: CoreDeps) {} };'],
    ['the type of a function', 'type F = (id: string, deps: CoreDeps) => void;'],
    ['the table', 'function f(id: string, table: Table) {}'],
    ['a part of a bundle', "function f(id: string, { table }: Pick<CoreDeps, 'table'>) {}"],
    ['one field of a bundle', "function f(id: string, table: CoreDeps['table']) {}"],
    ['a bundle with more', 'function f(id: string, deps: CoreDeps & { book: Book }) {}'],
    ['a bundle without a name', 'function f(id: string, deps: { readonly clock: Clock }) {}'],
    ['the bundle of a generic function', 'function f<Deps>(id: string, deps: Deps) {}'],
    ['a bundle behind a single one', 'function f(table: Table, deps: RouteDeps) {}'],
  ])('with a dependency behind another are found: %s', (_, line) => {
    expect(found('const a = 1;', line)).toEqual(['lib/a.ts:2']);
  });

  it.each([
    ['a bundle, then the rest', 'function f(deps: OrderDeps, order: Order) {}'],
    ['a bundle, then a single one', 'function f(deps: RouteDeps, clock: Clock, id: string) {}'],
    ['those of a constructor', 'class A { constructor(id: string, deps: CoreDeps) {} }'],
    ['an optional dependency', 'function f(id: string, clock: Clock = systemClock) {}'],
    ['a function that gets dependencies', 'function f(id: string, run: (deps: CoreDeps) => void) {}'],
    ['an array of tables', 'function f(id: string, tables: readonly Table[]) {}'],
  ])('are fine with %s', (_, line) => {
    expect(found(line)).toEqual([]);
  });
});
