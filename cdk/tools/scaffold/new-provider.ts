import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { namesOf } from './names.ts';
import { addToList, CannotScaffold, fill, type Plan, readText } from './plan.ts';

const INSTALLED = 'functions/compose/installed-providers.ts';

/** `provider NAME`: an adapter for a carrier with an HTTP API, its conformance test and its line in the installation. */
export function newProvider(root: string, args: readonly string[]): Plan {
  const name = namesOf('name of the provider', args[0]);
  const folder = `lib/fulfilment/providers/${name.kebab}`;
  const test = `test/conformance/providers/${name.kebab}.test.ts`;
  for (const path of [folder, test]) {
    if (existsSync(join(root, path)))
      throw new CannotScaffold(`${path} already exists: choose another name.`);
  }
  const values = { name: name.kebab, camel: name.camel, title: name.title, snake: name.snake };
  const line = `import { ${name.camel} } from '../../${folder}/index.ts';`;
  const installed = readText(root, INSTALLED);
  return {
    writes: new Map([
      [`${folder}/${name.kebab}.ts`, fill('provider.ts', values)],
      [`${folder}/index.ts`, fill('provider-index.ts', values)],
      [test, fill('provider.test.ts', values)],
      [INSTALLED, addToList(INSTALLED, installed, '=> Provider)[] = [', { line, entry: name.camel })],
    ]),
    next: [
      `Write the carrier's address and its own calls into ${folder}/${name.kebab}.ts.`,
      `Make the carrier in ${test} as awkward as the real one.`,
    ],
  };
}
