import { joinDocuments } from '../../../lib/http/docs/join-documents.ts';
import type { OpenapiDocument } from '../../../lib/http/docs/openapi-document.ts';
import { areaDocuments } from '../../../test/contract/openapi/index.ts';

/** The document of the whole API, joined from the committed ones; the build puts them into the function. */
export const apiDocument = joinDocuments(Object.entries(areaDocuments).map(documentOf));

/** The generator wrote it, so that it has paths is all that is asked. */
function documentOf([name, value]: readonly [string, unknown]): OpenapiDocument {
  if (isDocument(value)) return value;
  throw new Error(`test/contract/openapi/${name}.json is not an OpenAPI document. Run "npm run generate".`);
}

function isDocument(value: unknown): value is OpenapiDocument {
  return typeof value === 'object' && value !== null && 'paths' in value;
}
