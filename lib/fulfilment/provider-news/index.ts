export { POLL_EVENTS, pollProvider } from './poll-provider.ts';
export { receiveMessage, type UpdatesTaken } from './receive-message.ts';
export { messageNotAccepted, updateIsBusy } from './refusals.ts';
