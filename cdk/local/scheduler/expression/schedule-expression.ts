/** When a schedule fires. */
export interface ScheduleExpression {
  readonly kind: 'at' | 'rate' | 'cron';
  /**
   * First firing after `afterMs`, undefined when there is none. `anchorMs` is the schedule's start date, or when it
   * was made: what a rate counts from.
   */
  nextAfter(afterMs: number, anchorMs: number): number | undefined;
}
