import type { ModelUsage } from './model.ts';

/** Price of a token in millionths of a dollar, by a part of the model's name. */
const PRICES: readonly (readonly [part: string, input: number, output: number])[] = [
  ['claude-haiku-4-5', 1, 5],
  ['claude-sonnet-4', 3, 15],
  ['scripted', 0, 0],
];

/** Price of tokens in millionths of a dollar; null for a model of unknown price. */
export function costOf(model: string, { inputTokens, outputTokens }: ModelUsage): number | null {
  const price = PRICES.find(([part]) => model.includes(part));
  return price ? Math.round(inputTokens * price[1] + outputTokens * price[2]) : null;
}
