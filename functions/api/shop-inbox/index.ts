import type { ReceiveDeps } from '../../../lib/operations/shops/index.ts';
import { defineArea, serveArea } from '../../../lib/platform/http/index.ts';
import { webhookSigningSecret } from '../../../lib/reactions/webhooks/index.ts';
import { inboxDeps } from './deps.ts';
import { receiveShopMessageEndpoint } from './receive-message.ts';

/** Where the messages of shops arrive. It only stores them. */
export const shopInboxArea = defineArea<ReceiveDeps>({
  name: 'shop-inbox',
  endpoints: [receiveShopMessageEndpoint],
  uses: {
    table: 'readWrite',
    bucket: 'readWrite',
    credentials: 'read',
    secrets: [webhookSigningSecret],
  },
});

export const handler = serveArea(shopInboxArea, inboxDeps);
