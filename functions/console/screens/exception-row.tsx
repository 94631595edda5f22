import { change } from '../kit/api.ts';
import { EditButton } from '../kit/detail.tsx';
import { dateTime, words } from '../kit/format.ts';
import { can } from '../kit/me.ts';
import { ActionButton, Badge } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { planTexts } from '../texts/texts.ts';

/** An exception of a route (specification 2.10). */
export interface Exception {
  readonly id: string;
  readonly type: string;
  readonly source: string;
  readonly status: string;
  readonly severity: string;
  readonly note: string | null;
  readonly assignee: { readonly id: string; readonly name: string } | null;
  readonly raisedAt: string;
}

/** An exception with the actions that the user may take. */
export function ExceptionRow({ exception, mayAct }: { exception: Exception; mayAct: boolean }) {
  const path = `/v1/route-exceptions/${exception.id}`;
  const isOpen = exception.status !== 'resolved';
  return (
    <li>
      <Badge value={exception.severity.toLowerCase()} text={exception.severity} />
      <span>
        <strong>{words(exception.type)}</strong> <Badge value={exception.status} />
        <span class="quiet block">
          {dateTime(exception.raisedAt)} · {words(exception.source)}
          {exception.assignee && ` · ${exception.assignee.name}`}
          {exception.note && ` · ${exception.note}`}
        </span>
      </span>
      {mayAct && isOpen && (
        <span class="actions">
          {exception.status === 'needs_triage' && (
            <ActionButton run={() => change('PATCH', path, { status: 'acknowledged' })}>
              {planTexts.execute.acknowledge}
            </ActionButton>
          )}
          <ActionButton run={() => change('PATCH', path, { status: 'resolved' })}>
            {planTexts.execute.resolve}
          </ActionButton>
          {can('READ_USER') && (
            <EditButton
              editing={{
                permission: 'execute.act',
                title: planTexts.execute.assign,
                fields: [
                  {
                    name: 'assigneeId',
                    label: planTexts.execute.assignee,
                    kind: 'choice',
                    options: 'users',
                    wide: true,
                  },
                ],
                initial: { assigneeId: exception.assignee?.id ?? null },
                save: (changed) => change('PATCH', path, changed),
              }}
            >
              {planTexts.execute.assign}
            </EditButton>
          )}
          <ActionButton
            kind="danger"
            icon="trash"
            label={m.actions.remove}
            confirm={planTexts.execute.removeQuestion}
            run={() => change('DELETE', path)}
          />
        </span>
      )}
    </li>
  );
}
