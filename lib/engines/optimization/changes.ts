import type { Change, Limit, Reason, ReasonCode } from './solution.ts';

/** One reason; `alone` says whether it prevents the job even on an empty vehicle. */
export function reason(code: ReasonCode, changes: readonly Change[], alone = false): Reason {
  const change = changes.map(inWords).join(', and ');
  return Object.freeze({ code, alone, changes: Object.freeze([...changes]), change });
}

const LIMITS: Readonly<Record<Exclude<Limit, 'shift'>, readonly [name: string, unit: string]>> = {
  distance: ['distance limit', ' m'],
  duration: ['duration limit', ' s'],
  stops: ['stop limit', ''],
  orders: ['order limit', ''],
};

function inWords(change: Change): string {
  switch (change.kind) {
    case 'capacity':
      return `raise the ${change.dimension} capacity of ${change.vehicle} by ${change.by}`;
    case 'window':
      return `extend the time window of the ${change.isPickup ? 'pickup of ' : ''}order "${change.job}" by ${change.by} s`;
    case 'shift':
      return `extend the shift of ${change.vehicle} by ${change.by} s`;
    case 'minimum':
      return `lower the minimum of orders of ${change.vehicle} to ${change.to}`;
    case 'capabilities':
      return `give ${change.vehicle} ${change.names.map((name) => `"${name}"`).join(' and ')}`;
    case 'exclusion':
      return `let it share the route of ${change.vehicle} with the other order labelled "${change.label}"`;
    case 'priority':
      return `take its sequence priority away for the route of ${change.vehicle}`;
    case 'group':
      return `take it out of group "${change.group}"`;
    case 'lock':
      return `unlock it from ${change.vehicle}`;
    case 'position':
      return change.position === undefined
        ? `unlock the orders on the route of ${change.vehicle} from their positions`
        : `unlock it from position ${change.position}`;
    case 'required':
      return 'remove its price of leaving out';
    case 'vehicle':
      return change.like === undefined
        ? 'add a vehicle'
        : `add a vehicle like ${change.like}: every one that can serve it is in use`;
    case 'time':
      return change.isAborted
        ? `let the run take about ${roundUp(change.milliseconds)}: it was aborted before every vehicle had been tried`
        : `allow about ${roundUp(change.milliseconds)}: the time limit was too short to try every vehicle`;
    default: {
      const [name, unit] = LIMITS[change.kind];
      return `raise the ${name} of ${change.vehicle} by ${change.by}${unit}`;
    }
  }
}

/** A round number of milliseconds that is not below the given one. */
function roundUp(milliseconds: number): string {
  return milliseconds > 900
    ? `${Math.ceil(milliseconds / 1000)} s`
    : `${Math.ceil(milliseconds / 100) * 100} ms`;
}
