import { change } from '../kit/api.ts';
import { CreateButton } from '../kit/detail.tsx';
import { dateTime } from '../kit/format.ts';
import { useLive } from '../kit/live.ts';
import { can } from '../kit/me.ts';
import { ActionButton, Loading, Section } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { intakeTexts } from '../texts/texts.ts';

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
      title={m.titles.notes}
      actions={
        <CreateButton
          creation={{
            label: intakeTexts.notes.add,
            permission: 'WRITE_ORDER',
            fields: [
              {
                name: 'text',
                label: intakeTexts.notes.text,
                kind: 'lines',
                help: intakeTexts.notes.help,
                required: true,
              },
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
        <p class="quiet">{intakeTexts.notes.empty}</p>
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
                  confirm={intakeTexts.notes.removeQuestion}
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
