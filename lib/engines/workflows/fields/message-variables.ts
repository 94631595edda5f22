import type { EntityName } from '../definition/entities.ts';
import type { FieldType } from './define-field.ts';

/** A variable of message texts that reads the first of several places that has a value. */
export interface MessageVariable {
  readonly path: string;
  readonly type: FieldType;
  /** Entities of which at least one must be available on the trigger. */
  readonly entities: readonly EntityName[];
  /** Paths in order of preference. The first is the one that the caller may supply ready-made. */
  readonly sources: readonly string[];
}

function defineMessageVariable(
  path: string,
  entities: readonly EntityName[],
  sources: readonly string[],
  type: FieldType = 'text',
): MessageVariable {
  const own = path.includes('.') ? path : `message.${path}`;
  return Object.freeze({ path, type, entities, sources: [own, ...sources] });
}

const CUSTOMER: readonly EntityName[] = ['order', 'package'];
const CARRIER: readonly EntityName[] = ['task', 'delivery', 'route'];

/** Variables that messages share with the notification catalogue (specification 2.8, contract-facts 8.4). */
export const messageVariables: readonly MessageVariable[] = Object.freeze([
  defineMessageVariable('customer.first_name', CUSTOMER, [
    'order.dropoffFirstName',
    'package.dropoffLocation.firstName',
  ]),
  defineMessageVariable('customer.last_name', CUSTOMER, [
    'order.dropoffLastName',
    'package.dropoffLocation.lastName',
  ]),
  defineMessageVariable('customer.phone_number', CUSTOMER, [
    'order.dropoffPhoneNumber',
    'package.dropoffLocation.phoneNumber',
  ]),
  defineMessageVariable('customer.email', CUSTOMER, ['order.dropoffEmail', 'package.dropoffLocation.email']),
  defineMessageVariable('customer.address', CUSTOMER, [
    'order.dropoffAddress',
    'package.dropoffLocation.formattedAddress',
  ]),
  defineMessageVariable('driver.name', CARRIER, ['delivery.courierName', 'route.driver']),
  defineMessageVariable('driver.phone_number', CARRIER, ['delivery.courierPhoneNumber']),
  defineMessageVariable('provider.id', CARRIER, ['task.providerId']),
  defineMessageVariable('provider.name', CARRIER, ['task.providerName', 'route.provider']),
  defineMessageVariable('provider.chat_channel', ['task', 'delivery'], ['task.providerChatChannel']),
  defineMessageVariable('pickup_business_name', CUSTOMER, [
    'order.pickupBusinessName',
    'package.pickupLocation.businessName',
  ]),
  defineMessageVariable(
    'job_tracking_link',
    ['order', 'job'],
    ['job.publicTrackingUrl', 'order.publicTrackingUrl'],
  ),
  defineMessageVariable('dropoff_eta', ['delivery'], ['delivery.dropoffEta'], 'date_time'),
  defineMessageVariable('pickup_eta', ['delivery'], ['delivery.pickupEta'], 'date_time'),
  defineMessageVariable('job_id', ['job'], ['job.id', 'order.jobId']),
]);
