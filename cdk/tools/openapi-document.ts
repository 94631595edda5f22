import { writeOpenapi } from '../../lib/http/write-openapi.ts';
import { defineGenerator } from './generator.ts';

const INFO = {
  title: 'Delivery Orchestration Service',
  version: '1.0.0',
  description:
    'Open, self-hosted last-mile delivery orchestration: orders are quoted, dispatched, carried and delivered.',
};

/** The OpenAPI document that is served at /openapi.json and shown at /docs. */
export const openapiDocument = defineGenerator({
  file: 'test/contract/openapi.json',
  async render() {
    // Imported late: the endpoints import the very file that is written here.
    const { areas } = await import('../../functions/api/index.ts');
    return `${JSON.stringify(writeOpenapi(areas, INFO), null, 2)}\n`;
  },
});
