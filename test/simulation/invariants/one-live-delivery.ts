import { defineInvariant } from './define-invariant.ts';

export const oneLiveDelivery = defineInvariant({
  name: 'one-live-delivery',
  number: 2,
  sentence: "At every instant at most one provider's book has a live delivery of a package.",
  watch({ carriers }, report) {
    const look = () => {
      const holders = new Map<string, string>();
      for (const carrier of carriers) {
        for (const { key, jobId, state } of carrier.book.values()) {
          if (state !== 'live') continue;
          // `c2a1` is the first attempt at the second package.
          const place = `${jobId} package ${/c(\d+)a\d+$/.exec(key)?.[1]}`;
          const other = holders.get(place);
          if (other) report(`${place} is live as ${other} and as ${key} at ${carrier.name}.`);
          holders.set(place, `${key} at ${carrier.name}`);
        }
      }
    };
    for (const carrier of carriers) carrier.onChange = look;
  },
});
