import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody } from '../aws-endpoint/read-body.ts';
import { isRecord, textOf } from '../aws-json.ts';
import type { InboxPart } from './create-inbox.ts';
import { INBOX_PAGE, INBOX_POLICY } from './inbox-page.ts';

/** The page of captured messages. */
export const INBOX_PATH = '/_local/inbox';

/** `POST /_local/chat/slack/ops` receives a chat's message: destinations use it in place of a team's chat. */
export const CHAT_PATH = '/_local/chat/';

const BODY_LIMIT = 256 * 1024;
const LISTED = 200;
const CHATS = new Set(['slack', 'teams', 'webhook']);

/** Answers `/_local/inbox` (a page), `/_local/inbox/messages` (what the page shows, as JSON) and the local chat. */
export function serveInbox(inbox: Pick<InboxPart, 'search' | 'capture'>) {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '', 'http://local');
    const path = url.pathname.replace(/\/$/, '');
    if (request.method === 'GET' && path === INBOX_PATH) {
      response.writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': INBOX_POLICY,
        'cache-control': 'no-store',
      });
      response.end(INBOX_PAGE);
      return;
    }
    if (request.method === 'GET' && path === `${INBOX_PATH}/messages`) {
      const text = url.searchParams.get('q') ?? '';
      const channel = url.searchParams.get('channel') ?? '';
      const after = Number(url.searchParams.get('after') ?? 0) || 0;
      json(response, 200, { messages: inbox.search({ text, channel, after, limit: LISTED }) });
      return;
    }
    const [channel = '', name = ''] = path.slice(CHAT_PATH.length).split('/');
    if (request.method === 'POST' && path.startsWith(CHAT_PATH) && CHATS.has(channel) && name !== '') {
      takeChat(await readBody(request, BODY_LIMIT), { channel, name: decodeURIComponent(name) }, response);
      return;
    }
    json(response, 404, { message: 'Not Found' });
  };

  const takeChat = (
    body: Buffer | undefined,
    { channel, name }: { readonly channel: string; readonly name: string },
    response: ServerResponse,
  ) => {
    const raw = body?.toString('utf8') ?? '';
    const card = parsed(raw);
    if (!card) {
      json(response, 400, { message: 'A chat takes JSON.' });
      return;
    }
    const id = inbox.capture({ channel, to: name, from: '', subject: '', text: wordsOf(card), html: raw });
    json(response, 200, { ok: true, id });
  };

  return {
    async listener(request: IncomingMessage, response: ServerResponse): Promise<void> {
      try {
        await answer(request, response);
      } catch (error) {
        json(response, 500, { message: error instanceof Error ? error.message : String(error) });
      }
    },
  };
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The words of a card, for searching and for the status page: every text in it, without duplicates. */
function wordsOf(card: unknown): string {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const part of value) visit(part);
    if (!isRecord(value)) return;
    for (const [name, part] of Object.entries(value)) {
      // The blocks repeat it.
      if (name === 'text' && value.blocks !== undefined) continue;
      const words = name === 'text' || name === 'message' || name === 'subject' ? textOf(part) : undefined;
      if (words) found.add(words);
      else visit(part);
    }
  };
  visit(card);
  return [...found].join('\n');
}
