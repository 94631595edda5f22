import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ApiError, nameOfOrganization, whenSignedOut } from './kit/api.ts';
import { closeMenus } from './kit/close-menus.ts';
import { loadMe } from './kit/me.ts';
import { Mark, PRODUCT } from './kit/product.tsx';
import {
  chooseOrganization,
  finishSignIn,
  isSignedIn,
  type SignInProblem,
  signIn,
  signOut,
} from './kit/session.ts';
import { settings } from './kit/settings.ts';
import { applyTheme } from './kit/theme.ts';
import { Button, EmptyState, ErrorState, Skeleton } from './kit/ui.tsx';
import { m } from './messages.ts';
import { Shell } from './shell.tsx';

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
      return (
        <main class="gate">
          <div class="gate-card">
            <Brand />
            <h1>{m.signIn.title}</h1>
            <p>{m.signIn.text}</p>
            {state.problem && (
              <p class="problem" role="alert">
                {m.signIn.problems[state.problem]}
              </p>
            )}
            {settings.signIn ? (
              <Button kind="primary" onClick={() => void signIn()}>
                {m.signIn.button}
              </Button>
            ) : (
              <p class="problem">{m.signIn.none}</p>
            )}
          </div>
        </main>
      );
    case 'choosing':
      return (
        <main class="gate">
          <div class="gate-card">
            <Brand />
            <h1>{m.signIn.organization}</h1>
            {state.organizations.map((id) => (
              <OrganizationButton
                key={id}
                id={id}
                onClick={() => {
                  chooseOrganization(id);
                  void start();
                }}
              />
            ))}
          </div>
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

/** Whose page this is. */
function Brand() {
  return (
    <div class="brand">
      <Mark />
      <span>{PRODUCT}</span>
    </div>
  );
}

/** An organization by its name; by its id if the user may not read the name. */
function OrganizationButton({ id, onClick }: { id: string; onClick: () => void }) {
  const [name, setName] = useState('');
  useEffect(() => {
    nameOfOrganization(id).then(setName, () => setName(id));
  }, [id]);
  return <Button onClick={onClick}>{name || m.loading}</Button>;
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
