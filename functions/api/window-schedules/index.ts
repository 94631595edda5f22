import type { WindowDeps } from '../../../lib/ordering/windows/index.ts';
import { defineArea, serveArea } from '../../../lib/platform/http/index.ts';
import { windowDeps } from '../windows/deps.ts';
import { createDeliveryWindow } from './create-delivery-window.ts';
import { createDeliveryWindows } from './create-delivery-windows.ts';
import { updateDeliveryWindows } from './update-delivery-windows.ts';
import { upsertDeliveryWindows } from './upsert-delivery-windows.ts';
import { upsertTemplates } from './upsert-templates.ts';

/**
 * Endpoints that evaluate recurrence rules, separate from the other endpoints of windows because the library is as
 * large as all of those.
 */
export const windowSchedulesArea = defineArea<WindowDeps>({
  name: 'window-schedules',
  endpoints: [
    createDeliveryWindow,
    createDeliveryWindows,
    updateDeliveryWindows,
    upsertDeliveryWindows,
    upsertTemplates,
  ],
  uses: { table: 'readWrite' },
});

export const handler = serveArea(windowSchedulesArea, windowDeps);
