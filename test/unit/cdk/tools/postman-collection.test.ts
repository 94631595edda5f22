import { expect, it } from 'vitest';
import { postmanCollection } from '../../../../cdk/tools/postman-collection.ts';

it('a collection for Postman has variables for the address of the local cloud and the key', async () => {
  const collection = await postmanCollection({
    openapi: '3.1.0',
    info: { title: 'Things', version: '1.0.0' },
    servers: [{ url: '/' }],
    security: [{ key: [] }],
    paths: {
      '/v1/things': {
        get: { tags: ['Things'], summary: 'List things', responses: { 200: { description: 'OK' } } },
      },
    },
    components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
  });
  expect(collection).toMatchObject({
    info: { name: 'Things' },
    item: [{ name: 'Things' }],
    variable: [
      { key: 'baseUrl', value: 'http://127.0.0.1:3000' },
      { key: 'bearerToken', value: '' },
    ],
  });
  expect(JSON.stringify(collection)).toContain('{{bearerToken}}');
});
