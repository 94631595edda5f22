import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { actionCatalogue } from '../../../lib/engines/workflows/index.ts';
import { namesOf } from './names.ts';
import { addToList, CannotScaffold, fill, type Plan, readText } from './plan.ts';

const ACTIONS = 'lib/engines/workflows/actions';
const CATALOGUE = `${ACTIONS}/action-catalogue.ts`;
const EFFECTS = 'lib/reactions/automations/effects';
const CARRY_OUT = `${EFFECTS}/carry-out.ts`;

/** `action NAME`: an action of workflows, how its effect is carried out, and a test of each. */
export function newAction(root: string, args: readonly string[]): Plan {
  const name = namesOf('name of the action', args[0]);
  const files = {
    declaration: `${ACTIONS}/${name.kebab}.ts`,
    declarationTest: `test/unit/${ACTIONS}/${name.kebab}.test.ts`,
    effect: `${EFFECTS}/${name.kebab}.ts`,
    effectTest: `test/unit/${EFFECTS}/${name.kebab}.test.ts`,
  };
  for (const path of Object.values(files)) {
    if (existsSync(join(root, path)))
      throw new CannotScaffold(`${path} already exists: choose another name.`);
  }
  if (actionCatalogue().some(({ key }) => key === name.snake)) {
    throw new CannotScaffold(`The action ${name.snake} already exists: choose another name.`);
  }
  const values = {
    brace: '{{',
    name: name.kebab,
    camel: name.camel,
    sentence: name.sentence,
    snake: name.snake,
  };
  const line = `import { ${name.camel} } from './${name.kebab}.ts';`;
  return {
    writes: new Map([
      [files.declaration, fill('action.ts', values)],
      [files.declarationTest, fill('action.test.ts', values)],
      [files.effect, fill('action-effect.ts', values)],
      [files.effectTest, fill('action-effect.test.ts', values)],
      [
        CATALOGUE,
        addToList(CATALOGUE, readText(root, CATALOGUE), 'CATALOGUE = Object.freeze([', {
          line,
          entry: name.camel,
        }),
      ],
      [
        CARRY_OUT,
        addToList(CARRY_OUT, readText(root, CARRY_OUT), 'CarryOut<Key> } = {', {
          line,
          entry: `${name.snake}: ${name.camel},`,
          end: '\n  // This comes last,',
        }),
      ],
    ]),
    next: [
      `Give ${files.declaration} its config, and its payload: everything that carrying it out is told.`,
      `Let ${files.effect} change the order, or write records by a plan of the area that owns them.`,
      'With "synchronous: true" its line moves to carry-out-in-request.ts; with the effect "message" or "work" the ' +
        'compiler asks for what is sent (work/compose-messages.ts) or done (work/workers.ts).',
    ],
  };
}
