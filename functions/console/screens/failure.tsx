import { ApiError } from '../kit/api.ts';
import { failuresTexts } from '../texts/late-texts.ts';

/** Why something failed, as the API says it. */
export interface Failed {
  readonly code: string | null | undefined;
  readonly message: string;
}

/** In the user's language, with the API's own words to unfold; those alone where the code has no others. */
function inWords(said: string | undefined, message: string) {
  if (said === undefined) return <>{message}</>;
  return (
    <details>
      <summary>{said}</summary>
      <span lang="en">{message}</span>
    </details>
  );
}

/** Why an order or a route was not dispatched, or did not arrive. */
export function DispatchFailure({ code, message }: Failed) {
  return inWords(failuresTexts.dispatch[code ?? ''], message);
}

/** Why a plan failed. */
export function PlanFailure({ code, message }: Failed) {
  return inWords(failuresTexts.planning[code ?? ''], message);
}

/** A refusal of planning that begins in the user's language; any other error as it is. */
export function refusedPlanning(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.mayPass) return error;
  const said = failuresTexts.planning[error.code];
  if (said === undefined) return error;
  const { status, code, message } = error;
  return new ApiError(status, { error: { code, message: `${said} (${message})` } });
}
