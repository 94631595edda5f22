import { latePart, refusedInWords } from '../kit/late.tsx';
import { withLateTexts } from '../texts/late-texts.ts';

const check = withLateTexts('problems', () => import('./order-check.tsx'));
const attention = withLateTexts('problems', () => import('./order-attention.tsx'));
const words = withLateTexts('problems', () => import('./order-problems.ts'));

/** What an order still lacks, beside its form. */
export const OrderCheck = latePart(() => check().then((part) => part.OrderCheck));

/** What is wrong with an order, on its page. */
export const OrderAttention = latePart(() => attention().then((part) => part.OrderAttention));

/** Saves an order; what is refused is said in the words of its form. */
export function saveInFormWords<Saved>(save: () => Promise<Saved>): Promise<Saved> {
  return refusedInWords(save, () => words().then((part) => part.refusedInFormWords));
}
