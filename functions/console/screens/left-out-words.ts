import { distance, withDistances } from '../kit/format.ts';
import { language } from '../kit/language.ts';
import { remediesTexts } from '../texts/late-texts.ts';

/** Why an order was left out of a plan, and what would be enough for it, as the API says it. */
export interface LeftOutReason {
  readonly message: string;
  /** Absent where an older plan has only the sentence. */
  readonly messageCode?: string;
  readonly remedy: string | null;
  readonly remedySteps?: readonly RemedyStep[] | null;
}

interface RemedyStep {
  readonly code: string;
  readonly values: Readonly<Record<string, string | number>>;
}

/** Why it was left out, in the language of the console. */
export function whyLeftOut({ message, messageCode = '' }: LeftOutReason): string {
  return remediesTexts.leftOut[messageCode] ?? message;
}

/** What would be enough, in the language of the console; null where nothing is known to be. */
export function remedyOf({ remedy, remedySteps }: LeftOutReason): string | null {
  const said = remedySteps?.map(({ code, values }) => remediesTexts.steps[code]?.(inWords(values)));
  if (!said || said.includes(undefined)) return remedy && withDistances(remedy);
  return said.join(' ');
}

/** Values as they are shown: numbers in the user's language, distances in the organization's unit. */
function inWords(values: RemedyStep['values']): Readonly<Record<string, string>> {
  const number = new Intl.NumberFormat(language());
  return {
    ...Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        typeof value === 'number' ? number.format(value) : value,
      ]),
    ),
    distance: distance(Number(values.kilometers ?? 0) * 1_000),
  };
}
