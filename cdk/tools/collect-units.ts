import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { EventKind } from '../../lib/platform/events/index.ts';
import type { Entity } from '../../lib/platform/table/index.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** An entity or a kind of event with the file that defines it, from the root of the repository. */
export interface Found<Unit> {
  readonly unit: Unit;
  readonly file: string;
}

/** What the areas define, found by searching: there is no second list that could become outdated. */
export interface Units {
  readonly entities: readonly Found<Entity<never, never>>[];
  readonly events: readonly Found<EventKind<unknown>>[];
}

/** Files that define something call one of these, or a function of their own that does. */
const DEFINES = /\bdefine(?:Entity|AttentionStore|Event|Timer)\b/;

/** A definition at the start of a line, unlike those inside of functions. */
const ENTITY = /^(?:export )?const [^=\n]+=\s*define(?:Entity|AttentionStore)\s*[<(]/gm;

/**
 * Imports the modules of lib that define entities and events and takes what they export, also from within objects,
 * as a record of one event per status. Throws when an entity is not exported, because it would be missing.
 */
export async function collectUnits(): Promise<Units> {
  const entities = new Map<string, Found<Entity<never, never>>>();
  const events = new Map<string, Found<EventKind<unknown>>>();
  for (const file of sourceFiles()) {
    const text = readFileSync(join(ROOT, file), 'utf8');
    if (!DEFINES.test(text)) continue;
    const module: object = await import(pathToFileURL(join(ROOT, file)).href);
    const values = Object.values(module).flatMap((value) => [value, ...membersOf(value)]);
    const own = values.filter(isEntity);
    if (new Set(own).size < [...text.matchAll(ENTITY)].length) {
      throw new Error(
        `${file} defines an entity that it does not export. Export it, so that it can be listed.`,
      );
    }
    for (const unit of own) if (!entities.has(unit.name)) entities.set(unit.name, { unit, file });
    for (const unit of values.filter(isEventKind)) {
      if (!events.has(unit.name)) events.set(unit.name, { unit, file });
    }
  }
  return {
    entities: [...entities.values()].sort((a, b) => compareText(a.unit.name, b.unit.name)),
    events: [...events.values()].sort((a, b) => compareText(a.unit.name, b.unit.name)),
  };
}

/** `lib/ordering/orders` of `lib/ordering/orders/rules/times.ts`. */
export function areaOf(file: string): string {
  return file.split('/').slice(0, 3).join('/');
}

function sourceFiles(): readonly string[] {
  return (
    readdirSync(join(ROOT, 'lib'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && entry.name !== 'index.ts')
      .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).split(sep).join('/'))
      // The client is a separate package.
      .filter((file) => !file.startsWith('lib/client/'))
      .sort()
  );
}

function membersOf(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null || isEntity(value) || isEventKind(value)) return [];
  return Object.values(value);
}

function isEntity(value: unknown): value is Entity<never, never> {
  return has(value, 'definition', 'keyOf', 'name');
}

function isEventKind(value: unknown): value is EventKind<unknown> {
  return has(value, 'name', 'summary', 'schema', 'record', 'parse');
}

function has(value: unknown, ...keys: string[]): boolean {
  return typeof value === 'object' && value !== null && keys.every((key) => key in value);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
