import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { nameOfOrganization } from './kit/api.ts';
import { Mark, PRODUCT } from './kit/product.tsx';
import type { SignInProblem } from './kit/session.ts';
import { settings } from './kit/settings.ts';
import { signIn } from './kit/sign-in.ts';
import { Button } from './kit/ui.tsx';
import { m } from './messages.ts';

/** Offers to sign in; `problem` says why the last attempt failed, or that a session is over. */
export function SignedOut({ problem }: { readonly problem: SignInProblem | 'over' }) {
  return (
    <Card>
      <h1>{m.signIn.title}</h1>
      <p>{m.signIn.text}</p>
      {problem && (
        <p class="problem" role="alert">
          {m.signIn.problems[problem]}
        </p>
      )}
      {settings.signIn ? (
        <Button kind="primary" onClick={() => void signIn()}>
          {m.signIn.button}
        </Button>
      ) : (
        <p class="problem">{m.signIn.none}</p>
      )}
    </Card>
  );
}

/** Lets a user of several organizations choose one. */
export function Choosing({
  organizations,
  onChosen,
}: {
  readonly organizations: readonly string[];
  readonly onChosen: (id: string) => void;
}) {
  return (
    <Card>
      <h1>{m.signIn.organization}</h1>
      {organizations.map((id) => (
        <OrganizationButton key={id} id={id} onClick={() => onChosen(id)} />
      ))}
    </Card>
  );
}

/** A card that says whose page this is. */
function Card({ children }: { readonly children: ComponentChildren }) {
  return (
    <div class="gate-card">
      <div class="brand">
        <Mark />
        <span>{PRODUCT}</span>
      </div>
      {children}
    </div>
  );
}

/** An organization by its name; by its id if the user may not read the name. */
function OrganizationButton({ id, onClick }: { readonly id: string; readonly onClick: () => void }) {
  const [name, setName] = useState('');
  useEffect(() => {
    nameOfOrganization(id).then(setName, () => setName(id));
  }, [id]);
  return <Button onClick={onClick}>{name || m.loading}</Button>;
}
