import { type CoreDeps, requireVariable } from '../../lib/platform/runtime/index.ts';
import { type ChannelAdapter, emailChannel, textChannel } from '../../lib/reactions/notifications/index.ts';
import { paceChannel } from './pace-channel.ts';
import type { InvitationChannel } from './send-invitation.ts';

/** The channel on which an invitation goes to its driver. */
export function invitationSender(deps: CoreDeps, channel: InvitationChannel): ChannelAdapter {
  if (channel === 'email') {
    const configurationSet = process.env.EMAIL_CONFIGURATION_SET || undefined;
    return paceChannel(deps, emailChannel({ from: requireVariable('EMAIL_FROM'), configurationSet }));
  }
  const configurationSet = process.env.SMS_CONFIGURATION_SET || undefined;
  return paceChannel(deps, textChannel({ origin: process.env.SMS_ORIGIN || undefined, configurationSet }));
}
