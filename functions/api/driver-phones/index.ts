import type { PhoneDeps } from '../../../lib/fleet/driver-app/index.ts';
import { defineArea, serveArea } from '../../../lib/platform/http/index.ts';
import { phoneDeps } from './deps.ts';
import { inviteDriver } from './invite-driver.ts';
import { listDriverPhones, renewDriverPhone, revokeDriverPhone } from './manage-phones.ts';
import { signInDriver } from './sign-in.ts';

/** The phones on which drivers are signed in. */
export const driverPhonesArea = defineArea<PhoneDeps>({
  name: 'driver-phones',
  endpoints: [inviteDriver, listDriverPhones, revokeDriverPhone, signInDriver, renewDriverPhone],
  uses: { table: 'readWrite', keyCredentials: true },
});

export const handler = serveArea(driverPhonesArea, phoneDeps);
