/** When a schedule fires. */
export interface ScheduleExpression {
  readonly kind: 'at' | 'rate' | 'cron';
  /**
   * First firing after `afterMs`; undefined when there is none. `anchorMs` is the schedule's start date, or its
   * creation, from which a rate counts.
   */
  nextAfter(afterMs: number, anchorMs: number): number | undefined;
}
