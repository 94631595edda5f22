import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ApiError, whenSignedOut } from './kit/api.ts';
import { closeMenus } from './kit/close-menus.ts';
import { latePart } from './kit/late.tsx';
import { loadMe } from './kit/me.ts';
import { chooseOrganization, finishSignIn, isSignedIn, type SignInProblem, signOut } from './kit/session.ts';
import { applyTheme } from './kit/theme.ts';
import { Button, EmptyState, ErrorState, Skeleton } from './kit/ui.tsx';
import { m } from './messages.ts';
import { Shell } from './shell.tsx';

const SignedOut = latePart(() => import('./gate.tsx').then((part) => part.SignedOut));
const Choosing = latePart(() => import('./gate.tsx').then((part) => part.Choosing));

type State =
  | { readonly is: 'starting' }
  | { readonly is: 'signedOut'; readonly problem: SignInProblem | 'over' }
  | { readonly is: 'failed'; readonly error: ApiError }
  | { readonly is: 'choosing'; readonly organizations: readonly string[] }
  | { readonly is: 'ready' };

function Console() {
  const [state, setState] = useState<State>({ is: 'starting' });
  const start = async () => {
    setState({ is: 'starting' });
    const problem = await finishSignIn();
    if (!isSignedIn()) return setState({ is: 'signedOut', problem });
    try {
      await loadMe();
      setState({ is: 'ready' });
    } catch (error) {
      const known = error instanceof ApiError ? error : new ApiError(0, {});
      const organizations = organizationsIn(known);
      setState(organizations.length > 0 ? { is: 'choosing', organizations } : { is: 'failed', error: known });
    }
  };
  useEffect(() => {
    whenSignedOut(() =>
      setState((before) => (before.is === 'signedOut' ? before : { is: 'signedOut', problem: 'over' })),
    );
    void start();
  }, []);
  switch (state.is) {
    case 'starting':
      return (
        <main class="gate">
          <Skeleton lines={3} />
        </main>
      );
    case 'signedOut':
    case 'choosing':
      return (
        <main class="gate">
          {state.is === 'signedOut' ? (
            <SignedOut problem={state.problem} />
          ) : (
            <Choosing
              organizations={state.organizations}
              onChosen={(id) => {
                chooseOrganization(id);
                void start();
              }}
            />
          )}
        </main>
      );
    case 'failed':
      return (
        <main class="gate">
          {state.error.status === 401 ? (
            <EmptyState icon="people" title={m.signIn.stranger} text={m.signIn.strangerText}>
              <Button onClick={signOut}>{m.signIn.signOut}</Button>
            </EmptyState>
          ) : (
            <ErrorState error={state.error} retry={() => void start()} />
          )}
        </main>
      );
    case 'ready':
      return <Shell />;
  }
}

/** Organizations that the API lists when a user of several has to choose one. */
function organizationsIn({ details }: ApiError): readonly string[] {
  const { organizationIds } = details;
  return Array.isArray(organizationIds) ? organizationIds.map(String) : [];
}

/** Draws the console. */
export function start(): void {
  applyTheme();
  closeMenus();
  const root = document.getElementById('app');
  if (root) render(<Console />, root);
}
