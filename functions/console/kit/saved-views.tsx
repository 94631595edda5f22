import { useEffect, useId, useState } from 'preact/hooks';
import { m } from '../messages.ts';
import { change, get } from './api.ts';
import { Icon } from './icons.tsx';
import { can } from './me.ts';
import { usePlace } from './router.ts';
import { attempt, Button, Dialog } from './ui.tsx';

/** What a user keeps of a list. The API keeps it, so it is available on every device. */
interface Saved {
  readonly views: readonly { readonly name: string; readonly query: string }[];
  readonly hiddenColumns: readonly string[];
  readonly version: number;
}

const PATH = '/v1/organization-management/me/saved-views';

/** What was read or kept of each list since the page was opened. */
const known = new Map<string, Saved>();

/** What the user keeps of a list, and how it is changed. */
export interface KeptOfList {
  readonly saved: Saved | undefined;
  readonly read: () => Promise<unknown>;
  /** Fails, with a message, when it was changed elsewhere. */
  readonly keep: (parts: Partial<Pick<Saved, 'views' | 'hiddenColumns'>>) => Promise<void>;
}

/** Reads what the user keeps of a list, once. */
export function useKeptOfList(id: string): KeptOfList {
  const [, redraw] = useState(0);
  const take = (saved: Saved) => {
    known.set(id, saved);
    redraw((count) => count + 1);
  };
  const read = () =>
    get<Saved>(PATH, { list: id })
      .then(take)
      .catch(() => undefined);
  useEffect(() => {
    if (!known.has(id) && can('READ_ORGANIZATION')) void read();
  }, [id]);
  const saved = known.get(id);
  const keep: KeptOfList['keep'] = async (parts) => {
    const kept = await attempt(() =>
      change<Saved>('PUT', PATH, { list: id, ...parts }, saved?.version ?? null),
    );
    if (kept) take(kept);
    else await read();
  };
  return { saved, read, keep };
}

/** Named combinations of filters and sorting. */
export function SavedViews({ kept }: { kept: KeptOfList }) {
  const { query, path } = usePlace();
  const [isOpen, setOpen] = useState(false);
  const [naming, setNaming] = useState(false);
  const { saved } = kept;
  useEffect(() => {
    if (isOpen) void kept.read();
  }, [isOpen]);
  const current = query.toString();
  const keep = async (changed: Saved['views']) => {
    await kept.keep({ views: changed });
    setNaming(false);
  };
  const views = saved?.views ?? [];
  const shown = views.find((view) => view.query === current);
  return (
    <details class="multi" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Icon name="star" />
        {shown?.name ?? m.views.title}
      </summary>
      <div class="views">
        {saved && views.length === 0 && <p class="quiet">{m.views.none}</p>}
        <ul>
          {views.map((view) => (
            <li key={view.name}>
              <a href={`#${path}?${view.query}`} aria-current={view === shown ? 'true' : undefined}>
                {view.name}
              </a>
              <Button
                kind="ghost"
                icon="trash"
                label={m.views.remove(view.name)}
                onClick={() => void keep(views.filter((other) => other !== view))}
              />
            </li>
          ))}
        </ul>
        <Button icon="plus" disabled={!saved} onClick={() => setNaming(true)}>
          {m.views.save}
        </Button>
      </div>
      {naming && (
        <NameView
          onClose={() => setNaming(false)}
          onSave={(name) =>
            void keep([...views.filter((view) => view.name !== name), { name, query: current }])
          }
        />
      )}
    </details>
  );
}

function NameView({ onClose, onSave }: { onClose: () => void; onSave: (name: string) => void }) {
  const [name, setName] = useState('');
  const input = useId();
  return (
    <Dialog title={m.views.save} onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '') onSave(name.trim());
        }}
      >
        <div class="field">
          <label for={input}>{m.views.name}</label>
          <input
            id={input}
            maxLength={80}
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </div>
        <div class="actions end">
          <Button type="submit" kind="primary">
            {m.actions.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Chooses the columns of a list. The first one, which names the row, always stays. */
export function ColumnChoice({
  columns,
  kept,
}: {
  columns: readonly { readonly id: string; readonly label: string }[];
  kept: KeptOfList;
}) {
  const hidden = kept.saved?.hiddenColumns ?? [];
  return (
    <details class="multi">
      <summary>{m.views.columns}</summary>
      <fieldset>
        <legend class="visually-hidden">{m.views.columns}</legend>
        {columns.slice(1).map(({ id, label }) => (
          <label key={id}>
            <input
              type="checkbox"
              checked={!hidden.includes(id)}
              disabled={!kept.saved}
              onChange={(event) =>
                void kept.keep({
                  hiddenColumns: event.currentTarget.checked
                    ? hidden.filter((one) => one !== id)
                    : [...hidden, id],
                })
              }
            />
            {label}
          </label>
        ))}
      </fieldset>
    </details>
  );
}
