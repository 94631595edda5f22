import type { ChangeKind, MadeFrom } from '../../lib/platform/changes/index.ts';
import { ownValue } from '../../lib/platform/core/own-value.ts';
import { eventRoutes } from './event-routes.ts';

/** What workers make of the events that they consume, or change with them. */
export const MAKERS: Readonly<Record<string, ChangeKind>> = Object.freeze({
  'make-webhook-messages': 'webhook_message',
  'send-webhooks': 'webhook_message',
  'send-slow-webhooks': 'webhook_message',
  'make-notifications': 'notification',
  'watch-positions': 'notification',
  'send-email': 'notification',
  'send-sms': 'notification',
  'send-whatsapp': 'notification',
  'send-slack': 'notification',
  'send-teams': 'notification',
  'send-webhook': 'notification',
});

/** Kinds of objects that workers make of an event, for those who follow changes. */
export const madeFrom: MadeFrom = (name) =>
  (eventRoutes[name] ?? []).flatMap(({ to }) => ownValue(MAKERS, to) ?? []);
