export { POLL_EVENTS, pollProvider } from './poll-provider.ts';
export { type NewsTaken, receiveMessage } from './receive-message.ts';
export { messageNotAccepted, newsIsBusy } from './refusals.ts';
