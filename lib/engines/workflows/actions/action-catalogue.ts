import { addRequirements } from './add-requirements.ts';
import { addTag } from './add-tag.ts';
import { addValidationError } from './add-validation-error.ts';
import { agentCall } from './agent-call.ts';
import { aiDecision } from './ai-decision.ts';
import { assignRouteFlag } from './assign-route-flag.ts';
import { autoReassign } from './auto-reassign.ts';
import { browserAutomation } from './browser-automation.ts';
import { cancelDelivery } from './cancel-delivery.ts';
import { cancelOrder } from './cancel-order.ts';
import type { Action, EffectKind } from './define-action.ts';
import { dispatchStrategy } from './dispatch-strategy.ts';
import { emitCustomEvent } from './emit-custom-event.ts';
import { extractMetadataField } from './extract-metadata-field.ts';
import { flagDelivery } from './flag-delivery.ts';
import { invokeAgent } from './invoke-agent.ts';
import { modifyOrderInstructions } from './modify-order-instructions.ts';
import { modifyOrderMetadata } from './modify-order-metadata.ts';
import { modifyOrderPriceOrTip } from './modify-order-price-or-tip.ts';
import { optimizationStrategy } from './optimization-strategy.ts';
import { raiseRouteFlag } from './raise-route-flag.ts';
import { removeOrderFromRoute } from './remove-order-from-route.ts';
import { rescheduleOrder } from './reschedule-order.ts';
import { resolveRouteFlag } from './resolve-route-flag.ts';
import { sendEmail } from './send-email.ts';
import { sendHttpRequest } from './send-http-request.ts';
import { sendSlack } from './send-slack.ts';
import { sendSms } from './send-sms.ts';
import { sendTeamsChannelMessage } from './send-teams-channel-message.ts';
import { sendToDestinations } from './send-to-destinations.ts';
import { sendToRole } from './send-to-role.ts';
import { summarize } from './summarize.ts';
import { updateRouteFlag } from './update-route-flag.ts';

const CATALOGUE = Object.freeze([
  dispatchStrategy,
  optimizationStrategy,
  modifyOrderPriceOrTip,
  addTag,
  extractMetadataField,
  flagDelivery,
  autoReassign,
  cancelDelivery,
  cancelOrder,
  removeOrderFromRoute,
  raiseRouteFlag,
  updateRouteFlag,
  resolveRouteFlag,
  assignRouteFlag,
  addRequirements,
  modifyOrderInstructions,
  modifyOrderMetadata,
  rescheduleOrder,
  addValidationError,
  sendEmail,
  sendSms,
  sendSlack,
  sendTeamsChannelMessage,
  sendToRole,
  sendToDestinations,
  summarize,
  agentCall,
  browserAutomation,
  emitCustomEvent,
  sendHttpRequest,
  aiDecision,
  invokeAgent,
] as const);

/**
 * Every action, in the order of specification 4.6.6. A function, as everything here is, so that actions are loaded where a
 * workflow runs.
 */
export function actionCatalogue(): typeof CATALOGUE {
  return CATALOGUE;
}

/** An action of the catalogue. */
export type KnownAction = (typeof CATALOGUE)[number];

/** Slug of an action. */
export type ActionKey = KnownAction['key'];

/** Slugs of the actions whose effect is of this kind. */
export type KeyOfKind<Kind extends EffectKind> = Extract<KnownAction, { readonly effect: Kind }>['key'];

/** Slugs of the actions that may stand in a run inside the request that creates or changes an order. */
export type SynchronousKey = Extract<KnownAction, { readonly synchronous: true }>['key'];

/** What carrying out an effect of this action is told. */
export type PayloadOf<Key extends ActionKey> =
  Extract<KnownAction, { readonly key: Key }> extends Action<string, infer Payload> ? Payload : never;

const byKey: ReadonlyMap<string, KnownAction> = new Map(CATALOGUE.map((action) => [action.key, action]));

/** The action of that slug, or undefined. */
export function findAction(key: string): KnownAction | undefined {
  return byKey.get(key);
}

/** What becomes of this action's effect. */
export function effectKindOf(action: ActionKey): EffectKind {
  return byKey.get(action)?.effect ?? 'none';
}

/** The content of an effect of this action. Throws when it is not as the action declares it: a bug of ours. */
export function payloadOf<Key extends ActionKey>(action: Key, payload: unknown): PayloadOf<Key> {
  return byKey.get(action)?.payload?.parse(payload) as PayloadOf<Key>;
}
