import { toInstant } from '../../../platform/core/clock.ts';
import { retryLostRace } from '../../../platform/core/retry-lost-race.ts';
import { sameValue } from '../../../platform/core/same-value.ts';
import { ConsumerFailure, type EventRecord } from '../../../platform/events/index.ts';
import type { CoreDeps } from '../../../platform/runtime/index.ts';
import { replace } from '../../../platform/table/index.ts';
import { assignmentEvents, courierOfAssignment } from '../../own-fleet/index.ts';
import { routeCanceled, routePlanChanged } from '../../routes/index.ts';
import { driverMessageWritten } from '../chat.ts';
import {
  type DriverOfPhone,
  type DriverPhone,
  driverPhoneEntity,
  isSignedIn,
  phonesPartition,
} from '../phone.ts';
import type { PushMessage, SendPush } from './send-push.ts';

/** What is sent to a phone. The phone shows its own text and reads the rest from the service. */
export type PushNotice = 'offer' | 'work' | 'change' | 'message';

/** Events of which drivers hear while their app is closed. */
export const PUSHED_EVENTS = Object.freeze([
  assignmentEvents.offered,
  assignmentEvents.accepted,
  assignmentEvents.recalled,
  routePlanChanged,
  routeCanceled,
  driverMessageWritten,
]);

export interface PushDeps extends Pick<CoreDeps, 'table' | 'clock' | 'log'> {
  readonly sendPush: SendPush;
}

/** How long a message waits for a phone that is off. Seconds. */
const LIFE_SECONDS = 4 * 3600;

/** One driver and what to tell them. */
interface Told {
  readonly courierId: string | null | undefined;
  readonly notice: PushNotice;
  readonly until?: string | undefined;
}

/**
 * Tells drivers of an event on all phones that want it. What a driver did is not told to that driver. A repeated event shows
 * the same notice again in the place of the first. Subscriptions that no longer exist are dropped; when a push service fails, the
 * event comes again.
 */
export async function pushToDrivers(deps: PushDeps, event: EventRecord): Promise<void> {
  if (event.origin?.actor.type === 'driver') return;
  const failures: string[] = [];
  for (const { courierId, ...told } of await toldBy(deps, event)) {
    if (!courierId) continue;
    failures.push(...(await pushToDriver(deps, { organizationId: event.organizationId, courierId }, told)));
  }
  const [first] = failures;
  if (first !== undefined) throw new ConsumerFailure('during', `A push service ${first}`);
}

async function toldBy({ table }: PushDeps, event: EventRecord): Promise<readonly Told[]> {
  const { organizationId, name } = event;
  switch (name) {
    case assignmentEvents.offered.name: {
      const { courierId, offeredUntil } = assignmentEvents.offered.parse(event).data;
      return [{ courierId, notice: 'offer', until: offeredUntil }];
    }
    case assignmentEvents.accepted.name: {
      const { courierId, formerCourierId } = assignmentEvents.accepted.parse(event).data;
      return [
        { courierId, notice: 'work' },
        { courierId: formerCourierId, notice: 'change' },
      ];
    }
    case assignmentEvents.recalled.name: {
      const { assignmentId: id } = assignmentEvents.recalled.parse(event).data;
      return [{ courierId: await courierOfAssignment(table, { organizationId, id }), notice: 'change' }];
    }
    case driverMessageWritten.name:
      return [{ courierId: driverMessageWritten.parse(event).data.courierId, notice: 'message' }];
    default:
      return [{ courierId: routePlanChanged.parse(event).data.courierId, notice: 'change' }];
  }
}

/** Tells one driver, and returns why some phones could not be reached. 1 call, and 2 for each phone that is gone. */
async function pushToDriver(
  deps: PushDeps,
  driver: DriverOfPhone,
  { notice, until }: Omit<Told, 'courierId'>,
): Promise<readonly string[]> {
  const now = deps.clock.now();
  const seconds = until === undefined ? LIFE_SECONDS : Math.ceil((Date.parse(until) - now) / 1000);
  if (seconds <= 0) return [];
  const kept = await deps.table.readAggregate(phonesPartition(driver));
  const phones = kept
    .all(driverPhoneEntity)
    .map(({ value }) => value)
    .filter((phone) => phone.push !== null && isSignedIn(phone, toInstant(now)));
  const message: PushMessage = {
    text: JSON.stringify({ notice, at: toInstant(now) }),
    ttlSeconds: Math.min(seconds, LIFE_SECONDS),
    isUrgent: notice !== 'change',
    topic: notice,
  };
  const failures = await Promise.all(phones.map((phone) => pushToPhone(deps, phone, message)));
  return failures.flat();
}

async function pushToPhone(deps: PushDeps, phone: DriverPhone, message: PushMessage): Promise<string[]> {
  const outcome = await deps.sendPush(phone.push!, message);
  if (outcome === 'gone') await dropPush(deps, phone);
  if (typeof outcome === 'string') return [];
  deps.log.warn('driver-app.push-failed', 'A push message could not be handed over.', {
    phoneId: phone.id,
    reason: outcome.failed,
  });
  return [outcome.failed];
}

/** Forgets a subscription, unless the phone has another one by now. */
async function dropPush({ table, clock }: PushDeps, phone: DriverPhone): Promise<void> {
  await retryLostRace(clock, async () => {
    const stored = await table.get(driverPhoneEntity, phone);
    if (!stored || !sameValue(stored.value.push, phone.push)) return true;
    return (await table.write([replace(driverPhoneEntity, stored, { ...stored.value, push: null })])).ok;
  });
}
