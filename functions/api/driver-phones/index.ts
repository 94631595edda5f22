import { pushSecret } from '../../../lib/fleet/driver-app/index.ts';
import { defineArea, serveArea } from '../../../lib/platform/http/index.ts';
import { connectDriverCall } from './connect-call.ts';
import { type PhoneApiDeps, phoneDeps } from './deps.ts';
import { getDriverForms, listFormSubmissions, setDriverForms } from './forms.ts';
import { inviteDriver } from './invite-driver.ts';
import { listDriversInApp } from './list-drivers.ts';
import { listDriverPhones, renewDriverPhone, revokeDriverPhone } from './manage-phones.ts';
import { listDriverMessages, writeDriverMessage } from './messages.ts';
import { getPushKey, setPhonePush } from './push.ts';
import { signInDriver } from './sign-in.ts';

/** The phones on which drivers are signed in. */
export const driverPhonesArea = defineArea<PhoneApiDeps>({
  name: 'driver-phones',
  endpoints: [
    getDriverForms,
    setDriverForms,
    listFormSubmissions,
    listDriverMessages,
    writeDriverMessage,
    inviteDriver,
    listDriverPhones,
    listDriversInApp,
    revokeDriverPhone,
    signInDriver,
    renewDriverPhone,
    connectDriverCall,
    getPushKey,
    setPhonePush,
  ],
  uses: {
    table: 'readWrite',
    keyCredentials: true,
    sendsEmail: true,
    sendsTexts: true,
    secrets: [pushSecret],
  },
});

export const handler = serveArea(driverPhonesArea, phoneDeps);
