import { digest } from '../../platform/core/ids.ts';
import type { SigningKeys } from '../../platform/core/signing-keys.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import type { WebhookEndpoint } from './endpoint.ts';
import type { Patience } from './patience.ts';
import { type Conclusion, conclude } from './retry-schedule.ts';
import { signedHeaders } from './secret.ts';
import type { SendResult, WebhookSender } from './sender.ts';

/** What sending takes. */
export interface AttemptDeps extends CoreDeps {
  readonly sender: WebhookSender;
  /** The keys from which endpoint secrets are derived. */
  readonly signingKeys: () => Promise<SigningKeys>;
  /** Remembers slow receivers. */
  readonly patience: Patience;
}

/** Longer than a receiver may take to answer, shorter than the queue's visibility timeout. Milliseconds. */
export const LEASE_MS = 25_000;

/** An attempt with its result and its follow-up. */
export interface MadeAttempt {
  /** URL at the time of sending. */
  readonly endpoint: WebhookEndpoint;
  readonly result: SendResult;
  readonly conclusion: Conclusion;
}

/** Sends a message to an endpoint once, signed. `round` counts the attempts of its schedule, this one included. */
export async function attempt(
  deps: AttemptDeps,
  message: { readonly id: string; readonly body: string },
  endpoint: WebhookEndpoint,
  round: number,
): Promise<MadeAttempt> {
  const headers = signedHeaders(await deps.signingKeys(), endpoint, message, deps.clock.now());
  const result = await deps.sender.send(endpoint.url, headers, message.body);
  const conclusion = conclude(result, round);
  logAttempt(deps, message.id, round, { endpoint, result, conclusion });
  return { endpoint, result, conclusion };
}

/** One of ten successful attempts is logged: there are fifteen an order, and each is kept with its message anyway. */
const LOGGED_OF = 10;

function logAttempt(
  { log }: Pick<AttemptDeps, 'log'>,
  messageId: string,
  round: number,
  { endpoint, result, conclusion }: MadeAttempt,
): void {
  const isUsual = conclusion.kind === 'delivered';
  // By the message, so that the same run always logs the same.
  if (isUsual && Number.parseInt(digest('log', messageId, endpoint.id).slice(-4), 36) % LOGGED_OF > 0) return;
  log.info('webhooks.attempted', 'Attempted to deliver a webhook.', {
    messageId,
    endpointId: endpoint.id,
    round,
    status: result.status,
    conclusion: conclusion.kind,
    milliseconds: result.durationMs,
    attempts: isUsual ? LOGGED_OF : 1,
  });
}

/** Stored part of an attempt's result. */
export function outcomeOf({ endpoint, result, conclusion }: MadeAttempt) {
  return {
    endpointId: endpoint.id,
    url: endpoint.url,
    status: conclusion.kind === 'delivered' ? ('success' as const) : ('fail' as const),
    responseStatusCode: result.status ?? null,
    responseDurationMs: result.durationMs,
    response: result.error ?? result.body,
  };
}

/** Id of an attempt by its number, counted over everything, from 1. */
export function attemptId(messageId: string, endpointId: string, number: number): string {
  return `atm_${digest(messageId, endpointId, String(number))}`;
}
