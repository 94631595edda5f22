import { channelMessage } from './shared/channel-message.ts';

/** Posts a message to a Slack channel (specification 4.6.6 and 4.6.14). */
export const sendSlack = channelMessage('send_slack', 'Send a Slack message');
