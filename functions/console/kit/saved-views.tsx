import { useEffect, useId, useState } from 'preact/hooks';
import { m } from '../messages.ts';
import { change, get } from './api.ts';
import { Icon } from './icons.tsx';
import { usePlace } from './router.ts';
import { attempt, Button, Dialog } from './ui.tsx';

/** Saved views of a list. The API keeps them, so they are available on every device. */
interface Saved {
  readonly views: readonly { readonly name: string; readonly query: string }[];
  readonly version: number;
}

const PATH = '/v1/organization-management/me/saved-views';

/** Named combinations of filters and sorting. */
export function SavedViews({ id }: { id: string }) {
  const { query, path } = usePlace();
  const [isOpen, setOpen] = useState(false);
  const [saved, setSaved] = useState<Saved>();
  const [naming, setNaming] = useState(false);
  const read = () =>
    get<Saved>(PATH, { list: id })
      .then(setSaved)
      .catch(() => undefined);
  useEffect(() => {
    if (isOpen) void read();
  }, [isOpen, id]);
  const current = query.toString();
  const keep = async (views: Saved['views']) => {
    const kept = await attempt(() => change<Saved>('PUT', PATH, { list: id, views }, saved?.version ?? null));
    if (kept) setSaved(kept);
    else await read();
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
