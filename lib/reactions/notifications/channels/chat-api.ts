import * as z from 'zod';
import { cutText } from '../../../platform/core/cut-text.ts';
import { type CallDeps, callThrough, listConnections } from '../../connections/index.ts';
import type { Handover } from './define-channel.ts';
import { isPassing } from './is-passing.ts';

/**
 * Name of the connection through which an organization posts to channels by their names, in any case. It holds
 * the token of its bot; its origin and path prefix lead to the web API.
 */
export const CHAT_CONNECTION = 'Slack';

/** Posts a message to a channel of an organization's chat. Never throws. */
export type PostToChat = (
  organizationId: string,
  content: Readonly<Record<string, unknown>>,
  idempotencyKey: string,
) => Promise<Handover>;

const PATIENCE_MS = 10_000;

/** Errors of the web API that pass by themselves; all others need somebody to change something. */
const PASSING = new Set([
  'ratelimited',
  'rate_limited',
  'internal_error',
  'fatal_error',
  'request_timeout',
  'service_unavailable',
]);

const replySchema = z.object({ ok: z.boolean(), error: z.string().optional(), ts: z.string().optional() });

/** The web API of the chat, through the connection of each organization. 2 reads a message. */
export function chatApi(deps: CallDeps): PostToChat {
  return async (organizationId, content, idempotencyKey) => {
    const connections = await listConnections(deps.table, organizationId);
    const found = connections.find(
      ({ value }) => value.name.toLowerCase() === CHAT_CONNECTION.toLowerCase(),
    )?.value;
    if (!found) {
      return {
        outcome: 'refused',
        error: `There is no connection "${CHAT_CONNECTION}" with the token of a bot. Create one, or use the URL of an incoming webhook.`,
      };
    }
    const reply = await callThrough(deps, organizationId, {
      connectionId: found.id,
      method: 'POST',
      url: `${found.origin}${found.pathPrefix}chat.postMessage`,
      headers: {},
      body: content,
      timeoutMs: PATIENCE_MS,
      wantsBody: true,
      idempotencyKey,
    });
    if ('stage' in reply) {
      const isOurs = reply.stage === 'building' || reply.stage === 'authenticating';
      return { outcome: isOurs ? 'refused' : 'unavailable', error: reply.reason };
    }
    return handoverOf(reply.status, reply.body ?? '');
  };
}

/** The API answers most failures with status 200 and describes them in the body. */
function handoverOf(status: number, body: string): Handover {
  const parsed = status >= 200 && status < 300 ? replySchema.safeParse(parse(body)) : undefined;
  if (parsed?.data?.ok) return { outcome: 'sent', receipt: parsed.data.ts ?? null };
  const code = parsed?.data?.error;
  if (code !== undefined) {
    return { outcome: PASSING.has(code) ? 'unavailable' : 'refused', error: `The chat answered ${code}.` };
  }
  return {
    outcome: isPassing(status) ? 'unavailable' : 'refused',
    error: `The chat answered ${status}: ${cutText(body, 200)}`,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
