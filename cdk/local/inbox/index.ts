export { createInbox, type InboxContext, type InboxPart, type OutgoingMessage } from './create-inbox.ts';
