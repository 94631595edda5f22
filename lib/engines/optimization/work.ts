import type { Budget } from './search/budget.ts';

/**
 * Work that pauses now and then, so that others get their turn and limits are noticed. Each pause tells how much was done
 * since the one before, where it says in which unit.
 */
export type Work<T> = Generator<number, T>;

/** Does all of it at once. */
export function finish<T>(work: Work<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

/** Leaves work for good, which may then tidy up. */
export function leave<T>(work: Work<T>): void {
  work.return(undefined as never);
}

/**
 * Does it in stretches, between which other work of the process runs. Stops early, and undefined, where `isOver`, asked at
 * every pause with the units done by this call, says so: the work can be gone on with.
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
