import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openapiDocument } from '../../cdk/tools/openapi-document.ts';
import { areas } from '../../functions/api/index.ts';
import { refusalsOf } from '../../lib/http/index.ts';

const committed = readFileSync(new URL('openapi.json', import.meta.url), 'utf8');
const document = JSON.parse(committed);

describe('the committed OpenAPI document', () => {
  it('is in step with the endpoints ("npm run generate" writes it)', async () => {
    expect(await openapiDocument.render(committed)).toBe(committed);
  });

  it('refers only to what it contains', () => {
    const references = [...committed.matchAll(/"\$ref": "#\/([^"]+)"/g)].map(([, path = '']) => path);
    const missing = references.filter(
      (path) => path.split('/').reduce((value, step) => value?.[step], document) === undefined,
    );
    expect(missing).toEqual([]);
  });

  it('has every endpoint with its refusals, its permission and an example', () => {
    for (const endpoint of areas.flatMap((area) => area.endpoints)) {
      const operation = document.paths[endpoint.path][endpoint.method.toLowerCase()];
      expect(operation.operationId).toBe(endpoint.name);
      expect(operation['x-permission'] ?? null).toBe(endpoint.permission);
      for (const { kind } of refusalsOf(endpoint)) {
        const name = operation.responses[kind.status].$ref.split('/').at(-1);
        expect(document.components.responses[name].content['application/json'].examples).toHaveProperty(
          kind.code,
        );
      }
    }
  });
});
