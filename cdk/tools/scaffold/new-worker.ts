import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { EventKind } from '../../../lib/platform/events/index.ts';
import { areaOf, collectUnits } from '../collect-units.ts';
import { type Names, namesOf } from './names.ts';
import { addToList, CannotScaffold, fill, type Plan, readText } from './plan.ts';

const LIST_OF_WORKERS = 'functions/workers/index.ts';

/**
 * `worker NAME EVENT...`: a consumer of these events. Without an event a step of a state machine, or with
 * `--schedule 'rate(5 minutes)'` a function that runs by the clock.
 */
export async function newWorker(root: string, args: readonly string[]): Promise<Plan> {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { schedule: { type: 'string' } },
  });
  const [given, ...events] = positionals;
  const name = namesOf('name of the worker', given);
  const file = `functions/workers/${name.kebab}.ts`;
  const test = `test/unit/functions/workers/${name.kebab}.test.ts`;
  for (const path of [file, test]) {
    if (existsSync(join(root, path)))
      throw new CannotScaffold(`${path} already exists: choose another name.`);
  }
  const { schedule } = values;
  if (schedule !== undefined && events.length > 0) {
    throw new CannotScaffold('A worker either consumes events or has a --schedule, not both.');
  }
  if (schedule !== undefined && !/^(?:rate|cron)\(.+\)$/.test(schedule)) {
    throw new CannotScaffold(
      `The schedule "${schedule}" is not of the form "rate(5 minutes)" or "cron(0 3 * * ? *)".`,
    );
  }
  return events.length > 0
    ? queueWorker(root, { name, file, test }, events)
    : taskWorker(root, { name, file, test }, schedule);
}

interface Target {
  readonly name: Names;
  readonly file: string;
  readonly test: string;
}

async function queueWorker(root: string, target: Target, events: readonly string[]): Promise<Plan> {
  const kinds = await Promise.all([...new Set(events)].map(exportOf));
  const byArea = Map.groupBy(kinds, ({ area }) => area);
  const values = {
    event: events[0] ?? '',
    kinds: kinds.map(({ expression }) => expression).join(', '),
    imports: [...byArea]
      .map(([area, members]) => {
        const names = [...new Set(members.map(({ expression }) => expression.split('.')[0]))];
        return `import { ${names.join(', ')} } from '../../${area}/index.ts';`;
      })
      .join('\n'),
  };
  return planOf(root, target, {
    template: 'queue-worker',
    values,
    list: 'queueWorkers: readonly QueueWorker<never>[] = [',
    next: [
      'Grant it the rights that it needs in "uses": nothing else grants it any.',
      'Run "npm run generate" for the catalogue of events.',
    ],
  });
}

function taskWorker(root: string, target: Target, schedule: string | undefined): Plan {
  return planOf(root, target, {
    template: 'task-worker',
    values: { schedule: schedule === undefined ? '' : `  schedule: '${schedule}',\n` },
    list: "taskWorkers: readonly Omit<TaskWorker, 'input' | 'handle'>[] = [",
    next: [
      ...(schedule === undefined
        ? ['Invoke it from a state machine, as lib/platform/timers/timer-machine.ts does.']
        : []),
      'Run "npm run generate" for the diagram in functions/workers/FLOW.md.',
    ],
  });
}

/** What is particular to a kind of worker. */
interface Kind {
  /** Its files in templates/: this name with `.ts` and `.test.ts`. */
  readonly template: string;
  /** What the templates take beside its name. */
  readonly values: Readonly<Record<string, string>>;
  /** First line of the list that deploys it. */
  readonly list: string;
  /** What is left to do beside what every worker needs. */
  readonly next: readonly string[];
}

function planOf(root: string, { name, file, test }: Target, { template, list, next, ...kind }: Kind): Plan {
  const values = { name: name.kebab, summary: name.sentence, ...kind.values };
  return {
    writes: new Map([
      [file, fill(`${template}.ts`, values)],
      [test, fill(`${template}.test.ts`, values)],
      listing(root, name, list),
    ]),
    next: [
      `Let ${file} make one call to the domain, and say in failureImpact who is affected when it fails.`,
      ...next,
    ],
  };
}

function listing(root: string, name: Names, opening: string): [string, string] {
  const line = `import { worker as ${name.camel} } from './${name.kebab}.ts';`;
  const text = addToList(LIST_OF_WORKERS, readText(root, LIST_OF_WORKERS), opening, {
    line,
    entry: name.camel,
  });
  return [LIST_OF_WORKERS, text];
}

/** How a worker names the event: an export of its area's index.ts, or a member of one as `deliveryEvents.created`. */
async function exportOf(name: string): Promise<{ readonly area: string; readonly expression: string }> {
  const { events } = await collectUnits();
  const found = events.find(({ unit }) => unit.name === name);
  if (!found) {
    const near = events
      .map(({ unit }) => unit.name)
      .filter((other) => other.split('.')[0] === name.split('.')[0]);
    const hint =
      near.length > 0 ? `Use one of ${near.join(', ')}.` : 'lib/platform/events/EVENTS.md lists all of them.';
    throw new CannotScaffold(`There is no event "${name}". ${hint}`);
  }
  const area = areaOf(found.file);
  const index: object = await import(
    pathToFileURL(join(import.meta.dirname, '../../..', area, 'index.ts')).href
  );
  const expression = Object.entries(index)
    .flatMap(([name, value]) => [
      { name, value },
      ...(typeof value === 'object' && value !== null
        ? Object.entries(value).map(([member, inner]) => ({ name: `${name}.${member}`, value: inner }))
        : []),
    ])
    .find(({ value }) => isKind(value, name))?.name;
  if (expression === undefined) {
    throw new CannotScaffold(`${area}/index.ts does not export the event "${name}": export it there first.`);
  }
  return { area, expression };
}

function isKind(value: unknown, name: string): value is EventKind<unknown> {
  return (
    typeof value === 'object' && value !== null && 'record' in value && 'name' in value && value.name === name
  );
}
