export { DELIMITERS, ENCODINGS } from './csv/detect-text.ts';
export { ORDER_COLUMNS } from './csv/order-columns.ts';
export { writeCsv } from './csv/write-csv.ts';
export { importUpload } from './import-upload.ts';
export {
  createUpload,
  MAX_PREVIEWED,
  previewUpload,
  readUpload,
  type UploadDeps,
} from './manage-uploads.ts';
export { readUploadResult } from './read-result.ts';
export { fileMissing, fileUnfit, importRunning, mappingInvalid, uploadNotFound } from './refusals.ts';
export { splitUpload } from './split-upload.ts';
export { MAX_BYTES, MAX_UPLOADED_ROWS, type Upload, uploadKey, uploadKind } from './upload.ts';
export { uploadImportDue } from './upload-events.ts';
