import type { Sums } from './counts.ts';
import type { Measure } from './measure.ts';

/** The value of a measure. */
export interface Value {
  /** Null where nothing was counted that it could be divided by. */
  readonly value: number | null;
  /** What it is based on: occurrences of a count, the divisor of a ratio. */
  readonly n: number;
  /** Of a breakdown: each part. */
  readonly parts?: Readonly<Record<string, number>>;
}

/** Decimals of ratios. */
const ROUND = 10_000;

/** The value of a measure from the sums of its fields. */
export function computeValue({ formula }: Pick<Measure, 'formula'>, sums: Sums): Value {
  const sum = (field: string) => sums[field] ?? 0;
  switch (formula.kind) {
    case 'count':
      return { value: sum(formula.of), n: sum(formula.of) };
    case 'ratio': {
      const n = sum(formula.by);
      if (n === 0) return { value: null, n };
      return { value: Math.round((ROUND * (formula.scale ?? 1) * sum(formula.of)) / n) / ROUND, n };
    }
    case 'breakdown': {
      const parts = Object.fromEntries(
        Object.entries(formula.parts).map(([name, field]) => [name, sum(field)]),
      );
      const n = Object.values(parts).reduce((total, one) => total + one, 0);
      return { value: n, n, parts };
    }
  }
}
