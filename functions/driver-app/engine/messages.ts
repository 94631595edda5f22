import type { Message, Work } from './work.ts';

/** What the dispatchers wrote and the driver has not read. */
export function unreadMessages({ messages, readAt }: Pick<Work, 'messages' | 'readAt'>): readonly Message[] {
  return messages.filter(({ from, at }) => from === 'dispatcher' && at > (readAt ?? ''));
}
