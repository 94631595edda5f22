export { createInbox, type InboxPart } from './create-inbox.ts';
export { CHAT_PATH, INBOX_PATH, serveInbox } from './serve-inbox.ts';
