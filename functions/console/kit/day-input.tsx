import { useEffect, useId, useRef, useState } from 'preact/hooks';

/** The digits of a year come one by one, and each of them makes a date: `0002-11-24`. */
const FIRST_YEAR = '2000';

/** Pause after typing before the day is taken. Milliseconds. */
const SETTLE_MS = 400;

/** A day of the screen, `2026-11-24`. Nothing is read for half a date, and what somebody types is never put back. */
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
  const taken = useRef(value);
  const timer = useRef(0);
  const id = useId();
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    // Only a day that was chosen elsewhere, such as by the browser's way back, replaces what stands here.
    if (value === taken.current) return;
    taken.current = value;
    setTyped(value);
  }, [value]);
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
          clearTimeout(timer.current);
          if (day < FIRST_YEAR) return;
          timer.current = window.setTimeout(() => {
            taken.current = day;
            onChange(day);
          }, SETTLE_MS);
        }}
        onBlur={() => {
          if (typed < FIRST_YEAR) setTyped(taken.current);
        }}
      />
    </>
  );
}
