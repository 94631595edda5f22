export { notificationCatalog } from './catalog.ts';
export { emailChannel } from './channels/amazon-email.ts';
export { textChannel } from './channels/amazon-texts.ts';
export { whatsappChannel } from './channels/amazon-whatsapp.ts';
export { chatApi } from './channels/chat-api.ts';
export type { ChannelAdapter, Handover, OutgoingMessage } from './channels/define-channel.ts';
export { slackChannel, teamsChannel, webhookChannel } from './channels/http-channels.ts';
export { escapeHtml } from './channels/to-html.ts';
export { setUpNotifications } from './default-settings.ts';
export { allowContact, denyContact, listDeniedContacts } from './deny-list/change-deny-list.ts';
export { CHANNELS, type Channel, type Destination, MAX_RECIPIENTS } from './destinations/destination.ts';
export { destinationHeaders, destinationSecret } from './destinations/destination-secret.ts';
export { triggerTripped } from './firing/trigger-tripped.ts';
export { heardEvents, heardPositions } from './heard-events.ts';
export { findShortLink, forgetShortLinks, shortLinkUnknown } from './links/short-link.ts';
export {
  changeDestination,
  changeTrigger,
  createDestination,
  createTrigger,
  deleteDestination,
  deleteTrigger,
  findDestination,
  findTrigger,
} from './manage-settings.ts';
export { measureText } from './messages/measure-text.ts';
export {
  NEW_NOTIFICATION,
  NOTIFICATION_STATUSES,
  type Notification,
  notificationDue,
  notificationEntity,
} from './messages/notification.ts';
export { checkTimer, notificationTimers } from './messages/notification-timers.ts';
export { checkAgain, fireForJob, notify } from './messages/notify.ts';
export { type DirectMessage, planMessages } from './messages/plan-notifications.ts';
export { type SendDeps, sendNotification } from './messages/send-notification.ts';
export { storeMessages } from './messages/store-messages.ts';
export { parameterSchemas } from './parameter-schemas.ts';
export { positionSettings } from './positions/position-settings.ts';
export { type WatchDeps, watchPosition } from './positions/watch-position.ts';
export { previewTrigger } from './preview-trigger.ts';
export { listNotifications, notificationsBetween } from './read-notifications.ts';
export { readSettings, settingsForEvent } from './read-settings.ts';
export { applyChannelReport } from './receipts/apply-channel-report.ts';
export { forgetReached } from './receipts/receipts.ts';
export { verifyTopicMessage } from './receipts/verify-topic-message.ts';
export {
  deniedContactNotFound,
  invalidContact,
  invalidNotificationTrigger,
  notificationInUse,
  notificationNotFound,
} from './refusals.ts';
export { resendNotification } from './resend-notification.ts';
export { MESSAGE_TYPES, RECIPIENT_TYPES, sendOneMessage } from './send-one-message.ts';
export type { DestinationFields, TriggerFields } from './settings-context.ts';
export { type EmailTemplate, type EmailTemplateVersion, MAX_HTML } from './templates/email-template.ts';
export {
  changeTemplate,
  createTemplate,
  deleteTemplate,
  findTemplate,
  listTemplates,
  listVersions,
  publishTemplate,
} from './templates/manage-templates.ts';
export { triggerListeners } from './trigger-listeners.ts';
export { findTriggersOfStrategy, findTriggersOfZone } from './triggers/referring-triggers.ts';
export type { NotificationTrigger } from './triggers/trigger.ts';
export { establishedValueOf } from './types/established-values.ts';
export { catalogValueOf, triggerTypes } from './types/index.ts';
export { MEASURE_RULE, type MeasureRule, measureRuleSchema } from './types/measure-types.ts';
export { findUnsubscribable, unsubscribe, unsubscribeUnknown } from './unsubscribe.ts';
