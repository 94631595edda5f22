import type { OpenapiDocument } from '../../../lib/http/docs/openapi-document.ts';
import committed from '../../../test/contract/openapi.json' with { type: 'json' };

/** The document of the whole API as it is committed; the build puts it into the function. */
export const apiDocument: OpenapiDocument = committed;
