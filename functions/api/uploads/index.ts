import { routesOfGroups } from '../../../lib/fleet/routes/index.ts';
import { defineArea, serveArea } from '../../../lib/platform/http/index.ts';
import { type UploadAreaDeps, uploadDeps } from './deps.ts';
import { exportOrders } from './export-orders.ts';
import {
  createImportTemplate,
  deleteImportTemplate,
  listImportTemplates,
  replaceImportTemplate,
} from './import-templates.ts';
import { createUpload, getUpload, getUploadResult, importUpload, previewUpload } from './uploads.ts';

/** Import and export of tables. */
export const uploadsArea = defineArea<UploadAreaDeps>({
  name: 'uploads',
  endpoints: [
    ...[createUpload, getUpload, previewUpload, importUpload, getUploadResult, exportOrders],
    ...[listImportTemplates, createImportTemplate, replaceImportTemplate, deleteImportTemplate],
  ],
  routesOf: routesOfGroups,
  uses: { table: 'readWrite', bucket: 'readWrite' },
});

export const handler = serveArea(uploadsArea, uploadDeps);
