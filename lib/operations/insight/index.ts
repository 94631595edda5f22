export { answerAsCsv } from './answer-as-csv.ts';
export {
  type Answer,
  type Asker,
  ask,
  type ComparedValue,
  type GroupName,
  MAX_DAYS,
  type Question,
} from './ask.ts';
export { closeThrough } from './calendar.ts';
export { count, findEndedDays } from './count.ts';
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
export type { CountingDeps } from './due-counts.ts';
export { newInsightMemory } from './insight-memory.ts';
export type { Measure } from './measure.ts';
export { MEASURES } from './measures.ts';
export { FACT_DIMENSIONS, minuteCountsEntity } from './minute-counts.ts';
export { COUNTED_EVENTS, recordFacts } from './record-facts.ts';
export { insightNotKept } from './refusals.ts';
