import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject } from 'vitest';
import { temporaryDirectory } from './temporary-directory.ts';

interface Template {
  readonly Resources: Readonly<
    Record<
      string,
      {
        readonly Type: string;
        readonly Properties: { PolicyDocument?: { Statement: { Action: string | string[] }[] } };
      }
    >
  >;
}

/**
 * A copy of the app's assembly in which the role of a function may not do `action`: statements that grant it lose it.
 * With `alone`, only those that grant nothing else.
 */
export function assemblyWithout(action: string, rolePolicy: RegExp, { alone = false } = {}): string {
  const directory = temporaryDirectory('assembly');
  cpSync(inject('assemblyDirectory'), directory, { recursive: true });
  let removed = 0;
  for (const file of readdirSync(directory).filter((name) => name.endsWith('.template.json'))) {
    const template = JSON.parse(readFileSync(join(directory, file), 'utf8')) as Template;
    for (const [id, { Type, Properties }] of Object.entries(template.Resources)) {
      if (Type !== 'AWS::IAM::Policy' || !rolePolicy.test(id) || !Properties.PolicyDocument) continue;
      for (const statement of Properties.PolicyDocument.Statement) {
        const actions = [statement.Action].flat();
        if (!actions.includes(action) || (alone && actions.length > 1)) continue;
        statement.Action = actions.filter((one) => one !== action);
        removed += 1;
      }
    }
    writeFileSync(join(directory, file), JSON.stringify(template));
  }
  expect(removed).toBeGreaterThan(0);
  return directory;
}
