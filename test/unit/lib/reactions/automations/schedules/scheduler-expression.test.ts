import { expect, it } from 'vitest';
import { schedulerExpression } from '../../../../../../lib/reactions/automations/schedules/scheduler-expression.ts';

it.each([
  ['0 9 * * *', 'cron(0 9 * * ? *)'],
  ['*/15 * * * *', 'cron(0/15 * * * ? *)'],
  ['0 9 * * MON-FRI', 'cron(0 9 ? * MON,TUE,WED,THU,FRI *)'],
  ['0 9 * * 1-5', 'cron(0 9 ? * MON,TUE,WED,THU,FRI *)'],
  ['0 9 * * 0', 'cron(0 9 ? * SUN *)'],
  ['0 9 * * 7', 'cron(0 9 ? * SUN *)'],
  ['0 9 * * 5-7', 'cron(0 9 ? * SUN,FRI,SAT *)'],
  ['0 9 * * FRI-SUN', 'cron(0 9 ? * SUN,FRI,SAT *)'],
  ['0 9 * * */2', 'cron(0 9 ? * SUN,TUE,THU,SAT *)'],
  ['0 9 * * 1/3', 'cron(0 9 ? * SUN,MON,THU *)'],
  ['30 6 1,15 * *', 'cron(30 6 1,15 * ? *)'],
  ['30 6 L jan,jul *', 'cron(30 6 L JAN,JUL ? *)'],
  ['30 6 * * 1#2', 'cron(30 6 ? * MON#2 *)'],
  ['30 6 * * ? 2027', 'cron(30 6 * * ? 2027)'],
  ['30 6 ? * 6L 2027', 'cron(30 6 ? * 6L 2027)'],
])('%s is %s for the scheduler', (expression, expected) => {
  expect(schedulerExpression(expression)).toBe(expected);
});
