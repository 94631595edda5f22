import { useEffect, useState } from 'preact/hooks';
import { ApiError, ask } from '../kit/api.ts';
import type { FormNoteProps, Values } from '../kit/form.tsx';
import { intakeTexts } from '../texts/texts.ts';
import { changedValues, fieldFor, orderBody } from './order-form.ts';

interface Problem {
  readonly field: string;
  readonly message: string;
}

/** How long nothing must have been typed before the API is asked. Milliseconds. */
const PAUSE_MS = 600;

/** What the API says about the order as it stands in the form; undefined until it has said so. */
function useProblems(body: Values | undefined): readonly Problem[] | undefined {
  const [problems, setProblems] = useState<readonly Problem[]>();
  const asked = body && JSON.stringify(body);
  useEffect(() => {
    if (asked === undefined) return;
    const control = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const path = '/v1/dispatch/order-checks';
        setProblems(
          (await ask<{ problems: readonly Problem[] }>(path, JSON.parse(asked), control.signal)).problems,
        );
      } catch (error) {
        if (control.signal.aborted) return;
        // Saving says what else is wrong; what cannot be asked is not missing.
        const fields = error instanceof ApiError ? Object.entries(error.fields) : [];
        setProblems(fields.length === 0 ? undefined : fields.map(([field, message]) => ({ field, message })));
      }
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [asked]);
  return asked === undefined ? undefined : problems;
}

/** What an order still lacks to be dispatched, while it is typed; every part leads to its field. */
export function OrderCheck({ values, fields, focus, order }: FormNoteProps & { order?: Values }) {
  const changed = order ? changedValues(order, values) : orderBody(values);
  const isEmpty = !order && Object.values(changed).every((value) => value === null);
  const problems = useProblems(isEmpty ? undefined : { ...changed, ...(order ? { orderId: order.id } : {}) });
  if (problems === undefined) return null;
  if (problems.length === 0) {
    return (
      <p class="quiet" role="status">
        {intakeTexts.check.ready}
      </p>
    );
  }
  return (
    <div class="notice" role="status">
      <p>{intakeTexts.check.missing}</p>
      <ul>
        {problems.map(({ field, message }) => {
          const entered = fieldFor(field, fields);
          return (
            <li key={field}>
              {entered && (
                <>
                  <button type="button" class="link" onClick={() => focus(entered.name)}>
                    {entered.label}
                  </button>
                  :{' '}
                </>
              )}
              {message}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
