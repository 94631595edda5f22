import { routesOfGroups } from '../../../lib/fleet/routes/index.ts';
import { defineArea, serveArea } from '../../../lib/platform/http/index.ts';
import { webhookSigningSecret } from '../../../lib/reactions/webhooks/index.ts';
import { COUNTER } from '../../compose/insight-queue.ts';
import { allowContact } from './allow-contact.ts';
import { createDestination } from './create-destination.ts';
import { createTrigger } from './create-trigger.ts';
import { deleteDestination } from './delete-destination.ts';
import { deleteTrigger } from './delete-trigger.ts';
import { denyContact } from './deny-contact.ts';
import { notificationDeps } from './deps.ts';
import {
  createEmailTemplate,
  deleteEmailTemplate,
  getEmailTemplate,
  listEmailTemplates,
  listEmailTemplateVersions,
  publishEmailTemplate,
  updateEmailTemplate,
} from './email-templates.ts';
import { fireTrigger } from './fire-trigger.ts';
import { acknowledgeFlag, getFlag, listFlags, resolveFlag } from './flags.ts';
import { followLink } from './follow-link.ts';
import { getCatalog } from './get-catalog.ts';
import { getDestination } from './get-destination.ts';
import { getDestinationSecret } from './get-destination-secret.ts';
import { getTrigger } from './get-trigger.ts';
import { listDeniedContacts } from './list-denied-contacts.ts';
import { listDestinations } from './list-destinations.ts';
import { listNotifications } from './list-notifications.ts';
import { listTemplates } from './list-templates.ts';
import { listTriggers } from './list-triggers.ts';
import { previewTrigger } from './preview-trigger.ts';
import { receiveChannelNews } from './receive-channel-news.ts';
import { resendNotification } from './resend-notification.ts';
import { sendMessage } from './send-message.ts';
import { oneClickUnsubscribe, showUnsubscribe } from './unsubscribe.ts';
import { updateDestination } from './update-destination.ts';
import { updateTrigger } from './update-trigger.ts';

/** Notifications: who gets which message, and on which channel. */
export const notificationsArea = defineArea({
  name: 'notifications',
  endpoints: [
    getCatalog,
    listTemplates,
    createTrigger,
    listTriggers,
    getTrigger,
    updateTrigger,
    deleteTrigger,
    previewTrigger,
    fireTrigger,
    createDestination,
    listDestinations,
    getDestination,
    getDestinationSecret,
    updateDestination,
    deleteDestination,
    listNotifications,
    resendNotification,
    sendMessage,
    denyContact,
    listDeniedContacts,
    allowContact,
    listFlags,
    getFlag,
    acknowledgeFlag,
    resolveFlag,
    createEmailTemplate,
    listEmailTemplates,
    getEmailTemplate,
    updateEmailTemplate,
    publishEmailTemplate,
    listEmailTemplateVersions,
    deleteEmailTemplate,
    followLink,
    showUnsubscribe,
    oneClickUnsubscribe,
    receiveChannelNews,
  ],
  uses: { table: 'readWrite', secrets: [webhookSigningSecret], sends: [COUNTER] },
  routesOf: routesOfGroups,
});

export const handler = serveArea(notificationsArea, notificationDeps);
