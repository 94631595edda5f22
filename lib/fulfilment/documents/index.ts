export {
  CONTENT_TYPES,
  DOCUMENT_LIFE_DAYS,
  DOCUMENT_TAGS,
  DOCUMENT_TYPES,
  type Document,
  documentKey,
  MAX_DOCUMENT_BYTES,
} from './document.ts';
export {
  announceDocument,
  completeDocument,
  type DocumentDeps,
  documentsOfOrder,
  findDocument,
} from './documents.ts';
export { contentUnfit, documentNotFound, tooManyDocuments } from './refusals.ts';
