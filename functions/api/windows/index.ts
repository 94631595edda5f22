import type { WindowDeps } from '../../../lib/ordering/windows/index.ts';
import { defineArea, serveArea } from '../../../lib/platform/http/index.ts';
import { deleteDeliveryWindow } from './delete-delivery-window.ts';
import { deleteDeliveryWindows } from './delete-delivery-windows.ts';
import { windowDeps } from './deps.ts';
import { disableDeliveryWindow } from './disable-delivery-window.ts';
import { disableDeliveryWindows } from './disable-delivery-windows.ts';
import { enableDeliveryWindow } from './enable-delivery-window.ts';
import { enableDeliveryWindows } from './enable-delivery-windows.ts';
import { getDeliveryWindow } from './get-delivery-window.ts';
import { listDeliveryWindows } from './list-delivery-windows.ts';
import { listEligibleDeliveryWindows } from './list-eligible-delivery-windows.ts';
import { restoreDeliveryWindow } from './restore-delivery-window.ts';
import { restoreDeliveryWindows } from './restore-delivery-windows.ts';

export const windowsArea = defineArea<WindowDeps>({
  name: 'windows',
  endpoints: [
    getDeliveryWindow,
    deleteDeliveryWindow,
    enableDeliveryWindow,
    disableDeliveryWindow,
    restoreDeliveryWindow,
    listDeliveryWindows,
    deleteDeliveryWindows,
    enableDeliveryWindows,
    disableDeliveryWindows,
    restoreDeliveryWindows,
    listEligibleDeliveryWindows,
  ],
  uses: { table: 'readWrite' },
});

export const handler = serveArea(windowsArea, windowDeps);
