import type { Budget } from './search/budget.ts';

/**
 * Work that pauses now and then, so that others get their turn and limits are noticed. Each pause returns how much was
 * done since the one before; the function says in which unit.
 */
export type Work<T> = Generator<number, T>;

/** Does all of the work at once. */
export function finish<T>(work: Work<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

/** Stops work for good; it may then tidy up. */
export function leave<T>(work: Work<T>): void {
  work.return(undefined as never);
}

/**
 * Does the work in portions, between which other work of the process runs. Stops early with undefined when `isOver`,
 * asked at every pause with the units done by this call, returns true; the work can then be continued.
 */
export async function inStretches<T>(work: Work<T>, budget: Budget): Promise<T>;
export async function inStretches<T>(
  work: Work<T>,
  budget: Budget,
  isOver: (units: number) => boolean,
): Promise<T | undefined>;
export async function inStretches<T>(
  work: Work<T>,
  budget: Budget,
  isOver: (units: number) => boolean = () => false,
): Promise<T | undefined> {
  let units = 0;
  let slice = budget.slice();
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    units += step.value;
    if (isOver(units)) return undefined;
    if (!slice.over()) continue;
    await budget.pause();
    slice = budget.slice();
  }
}
