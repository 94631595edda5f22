import { joinDocuments } from '../../../lib/platform/http/docs/join-documents.ts';
import type { OpenapiDocument } from '../../../lib/platform/http/docs/openapi-document.ts';
import { areaDocuments } from '../../../test/contract/openapi/index.ts';

let joined: OpenapiDocument | undefined;

/**
 * The document of the whole API, joined from the committed files, which the build puts beside the function. Loaded late: it
 * takes longer to unpack than the rest of the function takes to load.
 */
export function apiDocument(): OpenapiDocument {
  joined ??= joinDocuments(Object.entries(areaDocuments).map(documentOf));
  return joined;
}

/** The generator wrote it, so only the presence of paths is checked. */
function documentOf([name, value]: readonly [string, unknown]): OpenapiDocument {
  if (isDocument(value)) return value;
  throw new Error(`test/contract/openapi/${name}.json is not an OpenAPI document. Run "npm run generate".`);
}

function isDocument(value: unknown): value is OpenapiDocument {
  return typeof value === 'object' && value !== null && 'paths' in value;
}
