import type { Context } from '../../lib/platform/http/index.ts';

/** The phone and the driver behind a request with the permission `DRIVE`, which only phones have. */
export function phoneOf({ caller, organizationId }: Pick<Context, 'caller' | 'organizationId'>): {
  readonly organizationId: string;
  readonly courierId: string;
  readonly id: string;
} {
  const { principal, keyId } = caller;
  if (principal?.type !== 'driver') throw new Error(`${keyId} has the permission DRIVE and is no phone.`);
  return { organizationId, courierId: principal.courierId, id: keyId };
}
