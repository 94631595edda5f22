import { change } from '../kit/api.ts';
import { CreateButton } from '../kit/detail.tsx';
import { dateTime } from '../kit/format.ts';
import { useLive } from '../kit/live.ts';
import { can } from '../kit/me.ts';
import { ActionButton, Loading, Section } from '../kit/ui.tsx';
import { m } from '../messages.ts';

interface Note {
  readonly id: string;
  readonly text: string;
  readonly createdAt: string;
  readonly author: { readonly name: string };
}

/** What colleagues wrote to each other about an order (specification 4.8.2). */
export function OrderNotes({ orderId }: { orderId: string }) {
  const path = `/v1/order/${encodeURIComponent(orderId)}/internal-notes`;
  const { data, error, refresh } = useLive<{ readonly results: readonly Note[] }>(path, {}, 5_000);
  return (
    <Section
      title={m.notes.title}
      actions={
        <CreateButton
          creation={{
            label: m.notes.add,
            permission: 'WRITE_ORDER',
            fields: [
              { name: 'text', label: m.notes.text, kind: 'lines', help: m.notes.help, required: true },
            ],
            create: async ({ text }) => {
              await change('POST', path, { text });
              return undefined;
            },
          }}
        />
      }
    >
      {!data ? (
        <Loading error={error} retry={refresh} lines={2} />
      ) : data.results.length === 0 ? (
        <p class="quiet">{m.notes.empty}</p>
      ) : (
        <ul class="rows notes">
          {data.results.map(({ id, text, createdAt, author }) => (
            <li key={id}>
              <span>
                <span class="note">{text}</span>
                <span class="quiet block">
                  {dateTime(createdAt)} · {author.name}
                </span>
              </span>
              {can('WRITE_ORDER') && (
                <ActionButton
                  kind="ghost"
                  icon="trash"
                  label={m.actions.remove}
                  confirm={m.notes.removeQuestion}
                  run={() => change('DELETE', `${path}/${id}`)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
