import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks';
import { m } from '../messages.ts';
import { finderOf, type ThingKind, ThingName } from './things.tsx';
import { Button } from './ui.tsx';
import { useFound } from './use-found.ts';

/** Chooses something by what people call it. Its value is an id; what was found stands below the input while somebody types. */
export function ThingInput({
  label,
  kind,
  value,
  onChange,
}: {
  label: string;
  kind: ThingKind;
  value: string;
  onChange: (id: string | null) => void;
}) {
  const [typed, setTyped] = useState('');
  const [isCleared, setCleared] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const text = typed.trim();
  const find = useMemo(() => finderOf(kind), [kind]);
  const { found, problem } = useFound(text, find);
  // The button that had the focus is gone.
  useEffect(() => {
    if (isCleared) input.current?.focus();
  }, [isCleared]);
  if (value !== '') {
    return (
      <span class="filter thing">
        <span>{label}</span>
        <span class="actions">
          <strong>
            <ThingName id={value} />
          </strong>
          <Button
            kind="ghost"
            icon="close"
            label={`${m.picker.other}: ${label}`}
            onClick={() => {
              setCleared(true);
              onChange(null);
            }}
          />
        </span>
      </span>
    );
  }
  return (
    <span class="filter thing">
      <label for={id}>{label}</label>
      <input
        ref={input}
        id={id}
        type="search"
        autocomplete="off"
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setTyped('');
        }}
      />
      {text !== '' && (
        <ul class="rows" aria-label={label} aria-busy={!found && !problem}>
          {problem && <li class="error">{problem}</li>}
          {found?.map((thing) => (
            <li key={thing.id}>
              <button
                type="button"
                class="button ghost"
                onClick={() => {
                  setTyped('');
                  setCleared(false);
                  onChange(thing.id);
                }}
              >
                {thing.name}
              </button>
              <span class="quiet">{thing.note}</span>
            </li>
          ))}
          {found?.length === 0 && <li class="quiet">{m.table.noMatch}</li>}
        </ul>
      )}
    </span>
  );
}
