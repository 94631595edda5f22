import { askForNotification, type CountingDeps } from '../../lib/operations/insight/index.ts';
import {
  defineQueueWorker,
  type EventRecord,
  type QueueWorker,
  serveQueueWorker,
} from '../../lib/platform/events/index.ts';
import { type CoreDeps, type Grants, onFirstUse } from '../../lib/platform/runtime/index.ts';
import {
  type Channel,
  type ChannelAdapter,
  notificationDue,
  notificationTimers,
  type SendDeps,
  sendNotification,
} from '../../lib/reactions/notifications/index.ts';
import { COUNTER, countingDeps } from './insight-queue.ts';
import { paceChannel } from './pace-channel.ts';

/** What such a worker needs. */
interface SendingDeps extends SendDeps, CountingDeps {}

/** A worker that sends the notifications of one channel, so that a slow channel delays no other. */
export function sendWorker(
  channel: Channel,
  options: { readonly uses?: Grants; readonly impact: string; readonly maxConcurrency?: number },
): QueueWorker<SendingDeps> {
  return defineQueueWorker<SendingDeps>({
    name: `send-${channel}`,
    consumes: [notificationDue[channel], notificationTimers[channel].fired],
    timeoutSeconds: 60,
    maxConcurrency: options.maxConcurrency ?? 20,
    uses: { table: 'readWrite', sends: [COUNTER], ...options.uses },
    failureImpact: options.impact,
    async handle(deps: SendingDeps, event: EventRecord) {
      const due =
        event.name === notificationDue[channel].name
          ? notificationDue[channel].parse(event).data
          : notificationTimers[channel].fired.parse(event).data.data;
      const ended = await sendNotification(deps, { organizationId: event.organizationId, ...due });
      if (ended) await askForNotification(deps, ended);
    },
  });
}

/** The Lambda entry of a worker that sends notifications. The channel limits its rate. */
export function serveSendWorker(
  worker: QueueWorker<SendingDeps>,
  makeChannel: (deps: CoreDeps) => ChannelAdapter,
) {
  return serveQueueWorker(worker, () => {
    const deps = countingDeps();
    return { ...deps, channel: onFirstUse(() => paceChannel(deps, makeChannel(deps))) };
  });
}
