export { armTimer, disarmTimer, readTimer } from './arm-timer.ts';
export { fireTimer } from './fire-timer.ts';
export { type PromotionDeps, promoteTimers } from './promote-timers.ts';
export { rearmTimer } from './rearm-timer.ts';
export { sweepTimers } from './sweep-timers.ts';
export { tellingTimers } from './telling-timers.ts';
export { defineTimer, type Fired, type TimerKind, timerArmed } from './timer.ts';
export { timerMachine } from './timer-machine.ts';
export { delaySeconds, waitBy } from './wait-by.ts';
