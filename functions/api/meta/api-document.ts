import type { OpenapiDocument } from '../../../lib/http/docs/openapi-document.ts';
import committed from '../../../test/contract/openapi.json' with { type: 'json' };

/** The document of the whole API as it is committed; the build puts it into the function. */
export const apiDocument = documentOf(committed);

/** The generator wrote it, so that it has paths is all that is asked. */
function documentOf(value: unknown): OpenapiDocument {
  if (isDocument(value)) return value;
  throw new Error('test/contract/openapi.json is not an OpenAPI document. Run "npm run generate".');
}

function isDocument(value: unknown): value is OpenapiDocument {
  return typeof value === 'object' && value !== null && 'paths' in value;
}
