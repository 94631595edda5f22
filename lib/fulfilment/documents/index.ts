export {
  type DispatchAndManifestDeps,
  dispatchAndManifest,
  MANIFEST_STAGES,
  MAX_DISPATCHED,
  type ManifestError,
} from './dispatch-and-manifest.ts';
export {
  CONTENT_TYPES,
  DOCUMENT_TAGS,
  DOCUMENT_TYPES,
  type Document,
  documentEntity,
  documentKey,
  jobIdOfDocument,
  MAX_DOCUMENT_BYTES,
} from './document.ts';
export {
  announceDocument,
  completeDocument,
  type DocumentActor,
  type DocumentDeps,
  documentsOfOrder,
  findDocument,
} from './documents.ts';
export {
  MAX_MANIFESTED,
  type Manifest,
  type ManifestActor,
  type ManifestRequest,
  manifestOrders,
} from './manifest-orders.ts';
export {
  contentUnfit,
  documentNotFound,
  notToManifest,
  tooManyDocuments,
  unknownManifestOrders,
} from './refusals.ts';
