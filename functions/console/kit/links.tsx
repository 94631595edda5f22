import type { ApiError } from './api.ts';
import { useLive } from './live.ts';
import { can } from './me.ts';
import { routeName } from './route-name.ts';
import type { Route } from './types.ts';

/** An order by its external id; by its own id if the user may not read it. */
export function OrderName({ id }: { id: string }) {
  const { data, error } = useLive<{ readonly externalId: string | null }>(
    can('READ_ORDER') ? `/v1/order/${id}` : null,
    {},
    0,
  );
  return <>{data ? (data.externalId ?? id) : idOr(id, error, 'READ_ORDER')}</>;
}

/** A route by its name; by its id if the user may not read it. */
export function RouteName({ id }: { id: string }) {
  const { data, error } = useLive<Route>(can('READ_ROUTE') ? `/v1/routes/${id}` : null, {}, 0);
  return <>{data ? routeName(data) : idOr(id, error, 'READ_ROUTE')}</>;
}

/** A delivery by its external id or its code; by its id if the user may not read it. */
export function JobName({ id }: { id: string }) {
  const { data, error } = useLive<{
    readonly externalIdentifier: string | null;
    readonly shortReferenceCode: string;
  }>(can('READ_JOB') ? `/v1/jobs/${id}` : null, {}, 0);
  return <>{data ? (data.externalIdentifier ?? data.shortReferenceCode) : idOr(id, error, 'READ_JOB')}</>;
}

/** An order's name, with a link to it if the user may read it. */
export function OrderLink({ id }: { id: string }) {
  const name = <OrderName id={id} />;
  return can('READ_ORDER') ? <a href={`#/orders/${id}`}>{name}</a> : <span>{name}</span>;
}

/** A route's name, with a link to it if the user may read it. */
export function RouteLink({ id }: { id: string }) {
  const name = <RouteName id={id} />;
  return can('READ_ROUTE') ? <a href={`#/routes/${id}`}>{name}</a> : <span>{name}</span>;
}

/** A delivery's name, with a link to it if the user may read it. */
export function JobLink({ id }: { id: string }) {
  const name = <JobName id={id} />;
  return can('READ_JOB') ? <a href={`#/deliveries/${id}`}>{name}</a> : <span>{name}</span>;
}

/** The id where the name cannot be read; while it is being read, only that. */
function idOr(id: string, error: ApiError | undefined, permission: Parameters<typeof can>[0]): string {
  return error || !can(permission) ? id : '…';
}
