import { can } from '../kit/me.ts';
import type { Reason } from '../kit/why.ts';
import { type LeftOutReason, remedyOf, whyLeftOut } from './left-out-words.ts';
import { type Edit, RemedyButton } from './remedy.tsx';
import { type Spare, SpareVehicles } from './spare-vehicles.tsx';

/** Why an order was left out of a plan, with the place or the changes of single values that would be enough. */
export interface LeftOutHere extends LeftOutReason {
  readonly code: string;
  readonly target?: { readonly type: 'order' | 'vehicle' | 'driver'; readonly id: string } | null;
  readonly edits?: readonly Edit[] | null;
}

/** Where a remedy is entered. */
const PATHS = { order: '/orders', vehicle: '/fleet/vehicles', driver: '/fleet/drivers' } as const;

/** Why an order has no route, with what can be done about it. */
export function LeftOutOrder({
  reasons,
  spareVehicles,
  planAgain,
}: {
  reasons: readonly LeftOutHere[];
  spareVehicles: readonly Spare[] | undefined;
  /** Body of the request that plans the same orders. */
  planAgain: Readonly<Record<string, unknown>>;
}) {
  return (
    <>
      {reasons.map((reason) => {
        const { code, target, edits } = reason;
        const remedy = remedyOf(reason);
        return (
          <div key={code}>
            {whyLeftOut(reason)}{' '}
            {remedy &&
              (edits && mayApply(edits) ? (
                <RemedyButton {...{ remedy, edits, planAgain }} />
              ) : target ? (
                <a class="button" href={`#${PATHS[target.type]}/${target.id}`}>
                  {remedy}
                </a>
              ) : (
                <span class="quiet">{remedy}</span>
              ))}
          </div>
        );
      })}
      {spareVehicles && mayTryVehicles(spareVehicles, reasons) && (
        <SpareVehicles spares={spareVehicles} planAgain={planAgain} />
      )}
    </>
  );
}

/** Why an order has no route, and what would be enough, in words. */
export function LeftOutWords({ reasons }: { reasons: readonly LeftOutReason[] }) {
  return (
    <>
      {reasons.map((reason) => {
        const why = whyLeftOut(reason);
        const remedy = remedyOf(reason);
        return (
          <span class="block" key={why}>
            {why} {remedy !== null && <span class="quiet">{remedy}</span>}
          </span>
        );
      })}
    </>
  );
}

/** The same in the explanation of an order. */
export function LeftOutExplained({ because }: { because: readonly Reason[] }) {
  const reasons = because.map(({ text, values }) => {
    const { messageCode, remedy, remedySteps } = values as Partial<LeftOutReason>;
    // An older entry has its remedy only as a part of its sentence.
    const isOld = Boolean(remedy) && !remedySteps;
    return isOld
      ? { message: text, remedy: null }
      : { message: text, messageCode: messageCode ?? '', remedy: remedy ?? null, remedySteps };
  });
  return <LeftOutWords reasons={reasons} />;
}

/** Reasons that another vehicle could do away with. */
const OF_VEHICLES: readonly string[] = [
  'NO_VEHICLE',
  'CAPACITY',
  'CAPABILITY',
  'SHIFT',
  'STOP_LIMIT',
  'ORDER_LIMIT',
  'DISTANCE_LIMIT',
  'DURATION_LIMIT',
];

/** Whether other vehicles are worth a word: some would do, or one that does not exist yet might. */
function mayTryVehicles(spares: readonly Spare[], reasons: readonly { readonly code: string }[]): boolean {
  const mayHelp = spares.length > 0 || reasons.some(({ code }) => OF_VEHICLES.includes(code));
  return mayHelp && can('WRITE_OPTIMIZATION');
}

/** Whether the user may make all changes of a remedy and plan again. */
function mayApply(edits: readonly Edit[]): boolean {
  return (
    can('WRITE_OPTIMIZATION') &&
    edits.every(({ operation }) => can(operation === 'updateOrder' ? 'WRITE_ORDER' : 'WRITE_FLEET'))
  );
}
