export { answerAsCsv } from './answer-as-csv.ts';
export {
  type Answer,
  ask,
  type ComparedValue,
} from './ask.ts';
export { closeThrough } from './calendar.ts';
export { count, findDue } from './count.ts';
export { type CountedPast, countPast } from './count-past.ts';
export { Sum, storedParts } from './counts.ts';
export { countDay } from './day-counts.ts';
export {
  type Dimension,
  NAMED_DIMENSIONS,
  type NamedDimension,
  type Places,
  TIME_GROUPS,
} from './dimensions.ts';
export { type CountingDeps, dueOf } from './due-counts.ts';
export { FACT_LIFE_MS, type Fact, factsOfMinute, isOpen, startOf } from './fact.ts';
export { ATTEMPT_ENDS } from './facts-of-delivery.ts';
export { type FactOfMeasure, factsOfMeasure, isPlace, MAX_FACTS } from './facts-of-measure.ts';
export { askForNotification } from './facts-of-notification.ts';
export { visitOf } from './facts-of-route.ts';
export { countHour } from './hour-counts.ts';
export { newInsightMemory } from './insight-memory.ts';
export { createReport, deleteReport, listReports } from './mailed-reports/manage-reports.ts';
export {
  MAX_EMAILS,
  MAX_MEASURES,
  MAX_REPORTS,
  REPORT_PERIODS,
  type Report,
} from './mailed-reports/report.ts';
export type { Measure } from './measure.ts';
export { MEASURES } from './measures.ts';
export { FACT_DIMENSIONS, minuteCountsEntity, minutesOfHour } from './minute-counts.ts';
export type { Asker, GroupName, Question } from './question.ts';
export { COUNTED_EVENTS, recordFacts } from './record-facts.ts';
export { insightNotKept, invalidReport, reportNotFound } from './refusals.ts';
export { refuseDays } from './refuse-days.ts';
export { refuseRule } from './rules/measure-rule.ts';
