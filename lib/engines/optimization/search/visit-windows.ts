import type { Model } from './compile-model.ts';

/** The time windows of visits: when a service starts, and the latest it may start. Times are seconds of the problem's clock. */
export interface VisitWindows {
  /** Whether no visit has more than one window. */
  readonly single: boolean;
  /** Start of the service at a visit that is ready at `t`; `t` itself after the last window. */
  begin(visit: number, t: number): number;
  /** End of the window in which a service starts. */
  end(visit: number, t: number): number;
  /** Latest time, up to the given one, at which a service may start; there must be one. */
  latestBegin(visit: number, by: number): number;
}

/** Creates the windows of a model's visits. */
export function createVisitWindows({
  visits,
  open,
  close,
  windowAt,
  windowFrom,
  windowTo,
}: Model): VisitWindows {
  const single = windowFrom.length === visits;
  return {
    single,
    begin: (visit, t) => {
      if (single || t <= windowTo[windowAt[visit]!]!) return t < open[visit]! ? open[visit]! : t;
      for (let k = windowAt[visit]! + 1; k < windowAt[visit + 1]!; k++)
        if (t <= windowTo[k]!) return Math.max(t, windowFrom[k]!);
      return t;
    },
    end: (visit, t) => {
      if (single) return close[visit]!;
      for (let k = windowAt[visit]!; k < windowAt[visit + 1]!; k++)
        if (t <= windowTo[k]!) return windowTo[k]!;
      return t;
    },
    latestBegin: (visit, by) => {
      if (single) return Math.min(by, close[visit]!);
      let k = windowAt[visit + 1]! - 1;
      while (windowFrom[k]! > by) k--;
      return Math.min(by, windowTo[k]!);
    },
  };
}
