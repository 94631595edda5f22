import { channelMessage } from './shared/channel-message.ts';

/** Posts a message to a Teams channel (specification 4.6.6 and 4.6.14). */
export const sendTeamsChannelMessage = channelMessage(
  'send_teams_channel_message',
  'Send a Teams channel message',
);
