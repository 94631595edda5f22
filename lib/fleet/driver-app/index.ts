export {
  type DriverMessage,
  listMessages,
  MAX_MESSAGE,
  MESSAGE_SIDES,
  writeToDriver,
} from './chat.ts';
export { connectCall, ENDS } from './contact.ts';
export { findCarried, findCarriedDocument } from './find-carried.ts';
export {
  type DriverForm,
  FORM_FIELD_TYPES,
  FORM_MOMENTS,
  formAnswer,
  MAX_FORM_CHOICES,
  MAX_FORM_FIELDS,
  MAX_FORMS,
} from './form.ts';
export { listSubmissions, MAX_LISTED, readForms, setForms } from './forms.ts';
export { INVITATION_HOURS } from './invitation.ts';
export { type Invited, inviteDriver, type PhoneDeps } from './invite-driver.ts';
export { type AppDriver, listAppDrivers, MAX_LISTED_PHONES } from './list-app-drivers.ts';
export { listPhones, renewPhone, revokePhone } from './manage-phones.ts';
export type { DriverReport } from './perform-report.ts';
export { type DriverPhone, PHONE_LIFE_DAYS, PHONE_PLATFORMS } from './phone.ts';
export {
  type PushKeys,
  pushKeysOf,
  pushSecret,
} from './push/push-keys.ts';
export { type PushSubscription, pushSubscription } from './push/push-subscription.ts';
export { PUSHED_EVENTS, type PushDeps, pushToDrivers } from './push/push-to-driver.ts';
export { pushSender } from './push/send-push.ts';
export { setPush } from './push/set-push.ts';
export { type DriverWork, readWork, type WorkAssignment } from './read-work.ts';
export {
  callUnknown,
  driverDisabled,
  formInvalid,
  invitationInvalid,
  phoneNotFound,
  pushUnusable,
  tooManyPhones,
} from './refusals.ts';
export { type Device, MAX_PHONES, type SignedIn, signInPhone } from './sign-in-phone.ts';
export { MAX_REPORTS, REPORT_OUTCOMES, takeReports } from './take-reports.ts';
