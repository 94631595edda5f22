import { useEffect, useState } from 'preact/hooks';
import { ApiError, ask } from '../kit/api.ts';
import type { FormNoteProps, Values } from '../kit/form.tsx';
import { problemsTexts } from '../texts/late-texts.ts';
import { changedValues, orderBody } from './order-form.ts';
import { inFormWords, type Problem, refusedInFormWords } from './order-problems.ts';

/** How long nothing must have been typed before the API is asked, which looks addresses up. Milliseconds. */
const PAUSE_MS = 1_200;

/** A refusal of the check as what saving would end with; undefined when the API could not be asked. */
function refusedWith(refusal: unknown): readonly Problem[] | undefined {
  const error = refusedInFormWords(refusal);
  if (!(error instanceof ApiError) || error.mayPass) return undefined;
  const fields = Object.entries(error.fields).map(([field, message]) => ({ field, rule: null, message }));
  return fields.length > 0 ? fields : [{ field: '', rule: null, message: error.message }];
}

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
        setProblems(refusedWith(error));
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
export function OrderCheck({ values, fields, focus, mark, order }: FormNoteProps & { order?: Values }) {
  const changed = order ? changedValues(order, values) : orderBody(values);
  const isEmpty = !order && Object.values(changed).every((value) => value === null);
  const problems = useProblems(isEmpty ? undefined : { ...changed, ...(order ? { orderId: order.id } : {}) });
  const worded = problems?.map((problem) => inFormWords(problem, fields));
  const marks = Object.fromEntries(
    worded?.flatMap(({ entered, text }) => (entered ? [[entered.name, text] as const] : [])) ?? [],
  );
  const marked = JSON.stringify(marks);
  useEffect(() => mark(marks), [marked]);
  if (worded === undefined) return null;
  if (worded.length === 0) {
    return (
      <p class="quiet" role="status">
        {problemsTexts.check.ready}
      </p>
    );
  }
  return (
    <div class="notice" role="status">
      <p>{problemsTexts.check.missing}</p>
      <ul>
        {worded.map(({ entered, text }) => (
          <li key={`${entered?.name} ${text}`}>
            {entered && (
              <>
                <button type="button" class="link" onClick={() => focus(entered.name)}>
                  {entered.label}
                </button>
                :{' '}
              </>
            )}
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
}
