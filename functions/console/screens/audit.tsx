import { useState } from 'preact/hooks';
import { nameOfField, useApiNames } from '../kit/api-names.ts';
import { daysOf, instantsOf } from '../kit/dates.ts';
import { dateTime, words } from '../kit/format.ts';
import { type ListDefinition, ListPage } from '../kit/list.tsx';
import { Dialog, Facts, Skeleton } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { setupTexts } from '../texts/texts.ts';

interface Entry {
  readonly id: string;
  readonly at: string;
  readonly actor: { readonly type: string; readonly id: string; readonly name: string };
  readonly entityType: string;
  readonly entityId: string;
  readonly action: string;
  readonly changes: readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[];
  readonly cause: string;
}

/** Fields of a change that the list names. */
const SHOWN = 2;

const definition = (open: (entry: Entry) => void): ListDefinition<Entry> => ({
  id: 'audit',
  title: m.titles.audit,
  source: {
    kind: 'cursor',
    path: '/v1/audit-log',
    rows: (reply: { results: readonly Entry[] }) => reply.results,
    next: (reply: { cursor: string | null }) => reply.cursor,
    cursorName: 'cursor',
    limit: 50,
  },
  keyOf: ({ id }) => id,
  filters: [
    {
      name: 'days',
      label: m.orders.dates,
      kind: 'days',
      isMain: true,
      fallback: 'last_7_days',
      toQuery: (value) => {
        const { startDate, endDate } = instantsOf(daysOf(value));
        return { from: startDate, to: endDate };
      },
    },
    { name: 'entityId', label: setupTexts.audit.entity, kind: 'thing', isMain: true },
    { name: 'actorId', label: setupTexts.audit.actor, kind: 'choice', options: 'actors', isMain: true },
  ],
  columns: [
    { id: 'at', label: setupTexts.audit.at, show: ({ at }) => dateTime(at) },
    { id: 'actor', label: setupTexts.audit.actor, share: 1.2, show: ({ actor }) => actor.name },
    { id: 'action', label: setupTexts.audit.action, minor: true, show: ({ action }) => words(action) },
    {
      id: 'what',
      label: setupTexts.audit.entity,
      share: 2.4,
      minor: true,
      show: (entry) => `${words(entry.entityType)} ${nameOf(entry)}`,
    },
    {
      id: 'changes',
      label: setupTexts.audit.changes,
      share: 1.9,
      show: (entry) => (
        <button type="button" class="link" onClick={() => open(entry)}>
          {changesOf(entry)}
        </button>
      ),
    },
  ],
  empty: { icon: 'audit', title: setupTexts.audit.empty, text: setupTexts.audit.emptyText },
});

/** The first fields of a change in two lines at most, and how many more there are. */
function changesOf({ changes }: Entry): string {
  const names = changes.slice(0, SHOWN).map(({ field }) => nameOfField(field));
  const more = changes.length > SHOWN ? ` +${changes.length - SHOWN}` : '';
  return names.join(', ') + more || m.actions.open;
}

/** Who changed what, and why. */
export function AuditScreen() {
  const [shown, setShown] = useState<Entry>();
  const [list] = useState(() => definition(setShown));
  if (!useApiNames()) return <Skeleton lines={8} />;
  return (
    <>
      <ListPage definition={list} />
      {shown && (
        <Dialog
          wide
          title={`${words(shown.action)}: ${words(shown.entityType)} ${nameOf(shown)}`}
          onClose={() => setShown(undefined)}
        >
          <Facts
            facts={[
              [setupTexts.audit.at, dateTime(shown.at)],
              [setupTexts.audit.actor, `${shown.actor.name} (${shown.actor.id})`],
              [
                m.fields.id,
                <span key="id">
                  {shown.entityId}{' '}
                  <a href={`#/audit?entityId=${shown.entityId}`} onClick={() => setShown(undefined)}>
                    {setupTexts.audit.allOfIt}
                  </a>
                </span>,
              ],
              [setupTexts.audit.cause, shown.cause],
            ]}
          />
          <div class="scroll">
            <table class="plain">
              <thead>
                <tr>
                  <th scope="col">{setupTexts.audit.field}</th>
                  <th scope="col">{setupTexts.audit.before}</th>
                  <th scope="col">{setupTexts.audit.after}</th>
                </tr>
              </thead>
              <tbody>
                {shown.changes.map(({ field, before, after }) => (
                  <tr key={field}>
                    <th scope="row">{nameOfField(field)}</th>
                    <td>{show(before)}</td>
                    <td>{show(after)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </Dialog>
      )}
    </>
  );
}

/** Fields that can serve as a name. */
const NAMES = ['name', 'label', 'email', 'url'];
const PERSON = ['firstName', 'lastName'];

/** The name of what was changed, or its id; nothing for the organization, of which there is one. */
function nameOf({ changes, entityId, entityType }: Entry): string {
  if (entityType === 'organization') return '';
  const of = (names: readonly string[]) =>
    changes.flatMap(({ field, before, after }) =>
      names.includes(field) ? String(after ?? before ?? '') : [],
    );
  const [name = of(PERSON).join(' ')] = of(NAMES);
  return name || entityId;
}

function show(value: unknown): string {
  return value === null || value === undefined
    ? m.none
    : typeof value === 'boolean'
      ? value
        ? m.yes
        : m.no
      : typeof value === 'string'
        ? value
        : JSON.stringify(value);
}
