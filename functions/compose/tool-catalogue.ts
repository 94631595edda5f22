import { joinDocuments } from '../../lib/platform/http/docs/join-documents.ts';
import type { OpenapiDocument } from '../../lib/platform/http/docs/openapi-document.ts';
import { type ToolCatalogue, toolsOfDocument } from '../../lib/reactions/tools/index.ts';
import { areaDocuments } from '../../test/contract/openapi/index.ts';

let catalogue: ToolCatalogue | undefined;

/**
 * Every operation of the API as a tool, generated from the document that is generated from the endpoints. The build
 * writes it out.
 */
export function toolCatalogue(): ToolCatalogue {
  catalogue ??= toolsOfDocument(joinDocuments(Object.values(areaDocuments) as OpenapiDocument[]));
  return catalogue;
}
