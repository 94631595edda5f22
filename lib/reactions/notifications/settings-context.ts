import type { DestinationPolicy } from '../../platform/core/destination.ts';
import type { Origin } from '../../platform/core/origin.ts';
import type { Refusal } from '../../platform/core/refusal.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import type { Destination } from './destinations/destination.ts';
import type { NotificationTrigger } from './triggers/trigger.ts';

/** What a change needs: the dependencies, and who makes it. */
export interface SettingsContext extends CoreDeps {
  readonly origin: Origin;
  readonly expectedVersion?: number | undefined;
  /** Addresses to which messages may be posted; absent = the public internet. */
  readonly destinations?: DestinationPolicy | undefined;
  /** What only those know who do what a trigger asks for; absent = nothing. */
  readonly refuseTrigger?: ((fields: TriggerFields) => Refusal | undefined) | undefined;
}

type Own = 'organizationId' | 'id' | 'createdAt' | 'updatedAt';
export type DestinationFields = Omit<Destination, Own>;
export type TriggerFields = Omit<NotificationTrigger, Own>;
