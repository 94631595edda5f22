import {
  defineQueueWorker,
  type EventRecord,
  type QueueWorker,
  serveQueueWorker,
} from '../../lib/platform/events/index.ts';
import { type CoreDeps, coreDeps, type Grants } from '../../lib/platform/runtime/index.ts';
import {
  type Channel,
  type ChannelAdapter,
  notificationDue,
  notificationTimers,
  type SendDeps,
  sendNotification,
} from '../../lib/reactions/notifications/index.ts';
import { paceChannel } from './pace-channel.ts';

/** A worker that sends the notifications of one channel, so that a slow channel delays no other. */
export function sendWorker(
  channel: Channel,
  options: { readonly uses?: Grants; readonly impact: string; readonly maxConcurrency?: number },
): QueueWorker<SendDeps> {
  return defineQueueWorker<SendDeps>({
    name: `send-${channel}`,
    consumes: [notificationDue[channel], notificationTimers[channel].fired],
    timeoutSeconds: 60,
    maxConcurrency: options.maxConcurrency ?? 20,
    uses: { table: 'readWrite', ...options.uses },
    failureImpact: options.impact,
    async handle(deps: SendDeps, event: EventRecord) {
      const due =
        event.name === notificationDue[channel].name
          ? notificationDue[channel].parse(event).data
          : notificationTimers[channel].fired.parse(event).data.data;
      await sendNotification(deps, { organizationId: event.organizationId, ...due });
    },
  });
}

/** The Lambda entry of a worker that sends notifications. The channel limits its rate. */
export function serveSendWorker(
  worker: QueueWorker<SendDeps>,
  makeChannel: (deps: CoreDeps) => ChannelAdapter,
) {
  return serveQueueWorker(worker, () => {
    const deps = coreDeps();
    return { ...deps, channel: paceChannel(deps, makeChannel(deps)) };
  });
}
