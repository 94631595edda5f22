/** `done` = nothing is left to do now; `again` = the state has changed, look once more. */
export type StepOutcome = 'done' | 'again';

/** Steps of one hand-over: place, withdraw, open the next, and a few lost races. */
export const MAX_STEPS = 12;
