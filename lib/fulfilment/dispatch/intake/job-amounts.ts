import type { Refusal } from '../../../platform/core/refusal.ts';
import { invalidTip, invalidValue } from '../refusals.ts';
import type { JobPackageInput } from './job-fields.ts';

/** Whole cents of a decimal amount. */
export function cents(amount: number | undefined): number | undefined {
  return amount === undefined ? undefined : Math.round(amount * 100);
}

/** Amounts of money that a job request has in units of the currency, in addition to those in cents. */
const AMOUNTS = [
  { name: 'packageValue', insteadOf: 'packageValueCents', refuse: invalidValue, isMoreThanZero: true },
  { name: 'packageTax', refuse: invalidValue },
  { name: 'packageServiceFee', refuse: invalidValue },
  { name: 'tipAmount', insteadOf: 'tipAmountCents', refuse: invalidTip },
  { name: 'tipAmountUsd', insteadOf: 'tipAmountCents', refuse: invalidTip },
] as const;

/** The names of amounts in cents that a request has in units of the currency instead. */
export function insteadOf(input: Partial<JobPackageInput>): readonly string[] {
  return AMOUNTS.flatMap((amount) =>
    'insteadOf' in amount && input[amount.name] !== undefined ? [amount.insteadOf] : [],
  );
}

/** The refusal of an amount that is negative or beyond whole cents, by the name it was sent under. */
export function refuseAmounts(input: JobPackageInput): Refusal | undefined {
  for (const { name, refuse, ...rule } of AMOUNTS) {
    const amount = input[name];
    const inCents = cents(amount);
    if (amount === undefined || inCents === undefined) continue;
    const twin = 'insteadOf' in rule ? input[rule.insteadOf] : undefined;
    if ('insteadOf' in rule && twin !== undefined) {
      if (twin === inCents) continue;
      return refuse(
        `${name} is ${amount} and ${rule.insteadOf} is ${twin}, but they are the same amount. Send one of them, or the same value in both.`,
        { field: name, value: amount },
      );
    }
    const least = 'isMoreThanZero' in rule ? 1 : 0;
    if (inCents >= least && Number.isSafeInteger(inCents)) continue;
    const wayOut = least > 0 ? 'more than 0' : '0 or more';
    return refuse(
      `${name} is ${amount}; send units of the currency, ${wayOut} and at most ${Number.MAX_SAFE_INTEGER / 100}.`,
      { field: name, value: amount },
    );
  }
  const { tipAmount, tipAmountUsd } = input;
  if (tipAmount !== undefined && tipAmountUsd !== undefined && cents(tipAmount) !== cents(tipAmountUsd)) {
    return invalidTip(
      `tipAmount is ${tipAmount} and tipAmountUsd is ${tipAmountUsd}, but they are the same amount. Send one of them, or the same value in both.`,
      { field: 'tipAmountUsd', value: tipAmountUsd },
    );
  }
  return undefined;
}
