import { useEffect, useState } from 'preact/hooks';
import { ask } from '../kit/api.ts';
import { can } from '../kit/me.ts';
import { orderFields } from './order-form.ts';
import { inFormWords, type Problem } from './order-problems.ts';

/**
 * What is wrong with an order, in the words of its form. The API names the broken rules to users who may change the order;
 * others, and everybody while it is asked, read its own sentences.
 */
export function OrderAttention({
  orderId,
  errors,
}: {
  orderId: string;
  /** Sentences of the API by field. */
  errors: Readonly<Record<string, string>>;
}) {
  const [problems, setProblems] = useState<readonly Problem[]>();
  const key = JSON.stringify(errors);
  useEffect(() => {
    if (!can('WRITE_ORDER')) return;
    const control = new AbortController();
    setProblems(undefined);
    ask<{ problems: readonly Problem[] }>('/v1/dispatch/order-checks', { orderId }, control.signal).then(
      (reply) => setProblems(reply.problems),
      // The sentences of the API stay.
      () => undefined,
    );
    return () => control.abort();
  }, [orderId, key]);
  return (
    <ul>
      {Object.entries(errors).map(([field, why]) => {
        const problem = problems?.find((one) => one.field === field);
        const { entered, text } = problem
          ? inFormWords(problem, orderFields)
          : { entered: undefined, text: why };
        return <li key={field}>{entered ? `${entered.label}: ${text}` : text}</li>;
      })}
    </ul>
  );
}
