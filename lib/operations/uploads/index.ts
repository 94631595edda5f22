export { IMPORT_COLUMNS, importColumn, METADATA, ORDER_COLUMNS } from './columns/import-columns.ts';
export { importUpload } from './import-upload.ts';
export { createUpload, readUpload, type UploadDeps } from './manage-uploads.ts';
export { MAX_PREVIEWED } from './open-upload.ts';
export { type PreviewDeps, previewUpload } from './preview-upload.ts';
export { RESULT_ROWS, readUploadResult } from './read-result.ts';
export {
  datesAmbiguous,
  fileMissing,
  fileUnfit,
  importRunning,
  importTemplateNotFound,
  mappingInvalid,
  tooManyTemplates,
  uploadNotFound,
} from './refusals.ts';
export { centsOf } from './rows/read-amount.ts';
export { DATE_ORDERS } from './rows/read-moment.ts';
export { type ReadingPlan, readRow } from './rows/read-row.ts';
export { splitUpload } from './split-upload.ts';
export { DELIMITERS, ENCODINGS } from './tables/detect-text.ts';
export { FILE_TYPES, NoTable } from './tables/file-types.ts';
export { openTable } from './tables/read-table.ts';
export { writeCsv } from './tables/write-csv.ts';
export { type ImportTemplate, MAX_TEMPLATES, templateSettings } from './templates/import-template.ts';
export {
  createTemplate,
  deleteTemplate,
  listTemplates,
  replaceTemplate,
  type TemplateInput,
} from './templates/manage-templates.ts';
export { MAX_BYTES, MAX_UPLOADED_ROWS, type Upload, uploadKey, uploadKind } from './upload.ts';
export { uploadImportDue } from './upload-events.ts';
