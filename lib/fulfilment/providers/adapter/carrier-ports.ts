import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../../../platform/core/clock.ts';
import type { Table } from '../../../platform/table/index.ts';
import type { Credentials, ProviderAccounts } from '../accounts/provider-accounts.ts';
import type { JsonCall } from './json-over-http.ts';

/** Dependencies of the adapter of an installed carrier. */
export interface CarrierPorts {
  readonly book: ProviderAccounts;
  readonly call: JsonCall;
  readonly table: Table;
  readonly clock: Clock;
}

/** The organization has no account with the carrier, or it is disabled. */
export class NoAccount extends Error {
  constructor(name: string) {
    super(`${name} has no credentials of this organization.`);
    this.name = 'NoAccount';
  }
}

/** Credentials of an organization for a carrier. Throws `NoAccount` when there are none. */
export async function credentialsOf(
  { book }: Pick<CarrierPorts, 'book'>,
  organizationId: string,
  provider: { readonly id: string; readonly name: string },
): Promise<Credentials> {
  const opened = await book.open(organizationId, provider.id);
  if (!opened) throw new NoAccount(provider.name);
  return opened.credentials;
}

/** The task's delivery: both ids have the same suffix, so that carriers need only one of them. */
export function deliveryIdOf(taskId: string): string | undefined {
  return taskId.startsWith('tsk_') ? `dlv_${taskId.slice('tsk_'.length)}` : undefined;
}

/** Names of the fields in which two requests differ. */
export function differences(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): readonly string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.filter((name) => !isDeepStrictEqual(before[name], after[name]));
}

/** Fields without a value are not sent. */
export function withoutNothing(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  );
}
