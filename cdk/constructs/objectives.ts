import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import { ROUTER } from '../fixed-functions.ts';
import type { Names } from '../names.ts';
import type { Metrics } from './metrics.ts';

/** What callers can rely on in a month. What is missing to 100 % is the budget that failures may use up. */
export interface Objective {
  /** In kebab case: the beginning of its alarms' names. */
  readonly name: string;
  /** Share that must be good, in percent. */
  readonly percent: number;
  /** Completes "percent of ...". */
  readonly words: string;
  /** How the share of the bad is measured. */
  readonly measure: Measure;
}

type Measure =
  /** The bad share of what happened in a period, in percent; 0 while little happened. */
  | { readonly share: (period: Duration) => IMetric }
  /** A number per minute; a minute is bad from `badFrom` on. */
  | { readonly perMinute: IMetric; readonly badFrom: number };

/** How fast a budget may be used up before somebody is called. */
export interface Burn {
  readonly name: string;
  /** Multiple of the speed at which the budget of a month would last just that month. */
  readonly rate: number;
  /** Too much is used up in this time... */
  readonly over: Duration;
  /** ... and still in this one, so that the alarm ends soon after its cause. */
  readonly still: Duration;
}

/** 2 % of a month's budget within an hour, and 5 % within six: the two speeds that need a person at once. */
export const BURNS: readonly Burn[] = [
  { name: 'fast', rate: 14.4, over: Duration.hours(1), still: Duration.minutes(5) },
  { name: 'slow', rate: 6, over: Duration.hours(6), still: Duration.minutes(30) },
];

/** Fewer requests say nothing of a share. */
const FEWEST_REQUESTS = 100;
/** Longest time that callers should wait for a reply. */
const PROMPT_MS = 1000;
/** Longest time from a change to the work that follows from it. */
const TIMELY_SECONDS = 60;

/** The objectives of an installation. `followers` are the workers between an order and its carrier. */
export function objectivesOf(
  metrics: Metrics,
  names: Names,
  followers: readonly string[],
): readonly Objective[] {
  const minute = { period: Duration.minutes(1) };
  return [
    {
      name: 'availability',
      percent: 99.9,
      words: 'requests get a reply that is not an error of the service',
      measure: {
        share: (period) =>
          expression('IF(FILL(requests, 0) >= {fewest}, 100 * FILL(errors, 0) / requests, 0)', period, {
            errors: metrics.api('5xx', { period }),
            requests: metrics.api('Count', { period }),
          }),
      },
    },
    {
      name: 'promptness',
      percent: 99,
      words: 'requests get their reply within a second',
      measure: {
        share: (period) =>
          expression('IF(FILL(requests, 0) >= {fewest}, 100 - prompt, 0)', period, {
            prompt: metrics.api('Latency', { period, statistic: `PR(:${PROMPT_MS})` }),
            requests: metrics.api('Count', { period }),
          }),
      },
    },
    {
      name: 'timeliness',
      percent: 99.5,
      words: 'minutes pass without anything on its way to a carrier waiting for a minute',
      measure: {
        perMinute: expression(
          `MAX([${['FILL(stream, 0) / 1000', ...followers.map((_, index) => `FILL(queue${index}, 0)`)].join(', ')}])`,
          minute.period,
          {
            stream: metrics.lambda(ROUTER.name, 'IteratorAge', { ...minute, statistic: 'Maximum' }),
            ...Object.fromEntries(
              followers.map((worker, index) => [
                `queue${index}`,
                metrics.queue(names.of(worker), 'ApproximateAgeOfOldestMessage', minute),
              ]),
            ),
          },
        ),
        badFrom: TIMELY_SECONDS,
      },
    },
  ];
}

/** The bad share, in percent, at which a budget is used up at this rate. */
export function badShareAt({ percent }: Objective, rate: number): number {
  return Math.round(rate * (100 - percent) * 1000) / 1000;
}

function expression(text: string, period: Duration, usingMetrics: Record<string, IMetric>): IMetric {
  return new MathExpression({
    expression: text.replace('{fewest}', String(FEWEST_REQUESTS)),
    usingMetrics,
    period,
  });
}
