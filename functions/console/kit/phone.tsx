import { useEffect, useState } from 'preact/hooks';
import { m } from '../messages.ts';

/** Numbers that were formatted, so that lists do not flicker. */
const known = new Map<string, string>();

/**
 * A phone number in international form, as a link that calls it. The forms of all countries are loaded with the first number;
 * until then it is shown as the API has it.
 */
export function Phone({ number }: { readonly number: string | null | undefined }) {
  const [, redraw] = useState(0);
  useEffect(() => {
    if (!number || known.has(number)) return;
    let isCurrent = true;
    void import('./phone-format.ts').then(
      ({ inInternationalForm }) => {
        known.set(number, inInternationalForm(number));
        if (isCurrent) redraw((count) => count + 1);
      },
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [number]);
  if (!number) return <>{m.none}</>;
  const shown = known.get(number) ?? number;
  // Without digits it is no number that anybody can call.
  if (!/\d{3}/.test(number)) return <>{shown}</>;
  return <a href={`tel:${number.replaceAll(/[^+\d]/g, '')}`}>{shown}</a>;
}

/** A person with the number to call. */
export function Caller({
  name,
  number,
}: {
  readonly name: string | null | undefined;
  readonly number: string | null | undefined;
}) {
  if (!number) return <>{name || m.none}</>;
  return (
    <>
      {name && <>{name} · </>}
      <Phone number={number} />
    </>
  );
}
