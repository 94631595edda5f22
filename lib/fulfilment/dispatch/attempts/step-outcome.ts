/** `done` = nothing is left to do now; `again` = the state has changed, check again. */
export type StepOutcome = 'done' | 'again';

/** Steps of one hand-over: place, withdraw, create the next, and a few lost races. */
export const MAX_STEPS = 12;
