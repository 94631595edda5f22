import { useEffect, useId, useState } from 'preact/hooks';

/** A year that was typed to its end: its digits come one by one, and each of them makes a date. */
const FIRST_YEAR = '2000';

/** A day of the screen, `2026-11-24`. Half a date that somebody types is kept, and nothing is read for it. */
export function DayInput({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (day: string) => void;
}) {
  const [typed, setTyped] = useState(value);
  const id = useId();
  useEffect(() => setTyped(value), [value]);
  return (
    <>
      <label class="visually-hidden" for={id}>
        {label}
      </label>
      <input
        id={id}
        type="date"
        value={typed}
        onInput={(event) => {
          const day = event.currentTarget.value;
          setTyped(day);
          if (day >= FIRST_YEAR) onChange(day);
        }}
        onBlur={() => setTyped(value)}
      />
    </>
  );
}
