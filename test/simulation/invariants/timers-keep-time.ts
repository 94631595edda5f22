import { dataOf, defineInvariant } from './define-invariant.ts';

/** Maximum deviation of the clocks of functions. */
const SKEW_MS = 2_000;
const DAY_MS = 24 * 3_600_000;

export const timersKeepTime = defineInvariant({
  name: 'timers-keep-time',
  number: 7,
  sentence: 'No timer fires early, and generations only rise.',
  watch({ world }, report) {
    world.listen(({ before, after }) => {
      if (after?.type !== 'timer') return;
      const [old, timer] = [dataOf(before), dataOf(after)];
      const dueMs = Date.parse(String(timer?.dueAt));
      if (timer?.state === 'fired' && old?.state === 'armed' && world.now() < dueMs - SKEW_MS) {
        report(`The timer ${timer.kind} of ${timer.subject} fired ${dueMs - world.now()} ms early.`);
      }
      if (old && Number(timer?.generation) < Number(old.generation)) report(`${timer?.id} counts back.`);
      if (old?.state === 'fired' && timer?.state === 'fired' && old.generation !== timer.generation) {
        report(`${timer.id} fired a generation that was not armed.`);
      }
    });
  },
  atEnd({ world }, report) {
    for (const { data } of world.items('timer')) {
      const lateMs = world.now() - Date.parse(String(data.dueAt));
      if (data.state === 'armed' && lateMs > 10 * 60_000 && lateMs < 30 * DAY_MS) {
        report(`The timer ${data.kind} of ${data.subject} was due at ${data.dueAt} and is lost.`);
      }
    }
  },
});
