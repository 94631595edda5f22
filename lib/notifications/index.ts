export { notificationCatalog } from './catalog.ts';
export { emailChannel } from './channels/amazon-email.ts';
export { textChannel } from './channels/amazon-texts.ts';
export { whatsappChannel } from './channels/amazon-whatsapp.ts';
export type { ChannelAdapter, Handover, OutgoingMessage } from './channels/define-channel.ts';
export { slackChannel, teamsChannel, webhookChannel } from './channels/http-channels.ts';
export { allowContact, denyContact, listDeniedContacts } from './deny-list/change-deny-list.ts';
export { CHANNELS, type Channel, type Destination, MAX_RECIPIENTS } from './destinations/destination.ts';
export {
  changeDestination,
  changeTrigger,
  createDestination,
  createTrigger,
  type DestinationFields,
  deleteDestination,
  deleteTrigger,
  findDestination,
  findTrigger,
  type TriggerFields,
} from './manage-settings.ts';
export {
  NOTIFICATION_STATUSES,
  type Notification,
  notificationDue,
  notificationEntity,
} from './messages/notification.ts';
export { checkTimer, notificationTimers } from './messages/notification-timers.ts';
export { checkAgain, fireForJob, notify, readSettings } from './messages/notify.ts';
export { type DirectMessage, planMessages } from './messages/plan-notifications.ts';
export { type SendDeps, sendNotification } from './messages/send-notification.ts';
export { previewTrigger } from './preview-trigger.ts';
export { listNotifications } from './read-notifications.ts';
export {
  deniedContactNotFound,
  invalidContact,
  invalidNotificationTrigger,
  notificationInUse,
  notificationNotFound,
} from './refusals.ts';
export { resendNotification } from './resend-notification.ts';
export type { NotificationTrigger } from './triggers/trigger.ts';
export { triggerTypes, watchedEvents } from './types/index.ts';
