import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { validOrder } from '../support/orders-api.ts';
import { runCloud } from '../support/running-cloud.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

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

/** A copy of the app's assembly in which the role of a function may not do `action`. */
function assemblyWithout(action: string, rolePolicy: RegExp): string {
  const directory = temporaryDirectory('assembly');
  cpSync(inject('assemblyDirectory'), directory, { recursive: true });
  let removed = 0;
  for (const file of readdirSync(directory).filter((name) => name.endsWith('.template.json'))) {
    const template = JSON.parse(readFileSync(join(directory, file), 'utf8')) as Template;
    for (const [id, { Type, Properties }] of Object.entries(template.Resources)) {
      if (Type !== 'AWS::IAM::Policy' || !rolePolicy.test(id) || !Properties.PolicyDocument) continue;
      for (const statement of Properties.PolicyDocument.Statement) {
        const actions = [statement.Action].flat();
        if (!actions.includes(action)) continue;
        statement.Action = actions.filter((one) => one !== action);
        removed += 1;
      }
    }
    writeFileSync(join(directory, file), JSON.stringify(template));
  }
  expect(removed).toBeGreaterThan(0);
  return directory;
}

test('a function whose role lacks a grant is refused that call as on AWS, and that call only', async () => {
  const printed: string[] = [];
  const local = await runCloud({
    assemblyDirectory: assemblyWithout('dynamodb:PutItem', /^apiordersRole/),
    echo: (_, text) => void printed.push(text),
  });
  onTestFinished(local.stop);
  const { apiKey: key } = await local.tenant();
  const created = await local.request('POST', '/v1/order', { key, body: validOrder });
  expect(created).toMatchObject({ status: 500, body: { error: { code: 'INTERNAL_SERVER_ERROR' } } });
  expect(JSON.stringify(created.body)).not.toContain('dynamodb');
  expect(printed.join('')).toMatch(/AccessDenied.*is not authorized to perform: dynamodb:PutItem/s);
  expect(await local.request('GET', '/v1/orders', { key })).toMatchObject({ status: 200 });
});
