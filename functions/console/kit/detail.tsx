import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { m } from '../messages.ts';
import { type Field, Form, type Values } from './form.tsx';
import { type Live, refreshAll } from './live.ts';
import { forgetLookups } from './lookups.tsx';
import { can } from './me.ts';
import { go } from './router.ts';
import {
  ActionButton,
  Button,
  Dialog,
  ErrorState,
  Facts,
  PageHead,
  Section,
  Skeleton,
  toast,
} from './ui.tsx';

/** What a list can create. */
export interface Creation {
  readonly label: string;
  readonly permission: string;
  readonly fields: readonly Field[] | ((values: Values) => readonly Field[]);
  readonly initial?: Values;
  /** Throws on a refusal. Returns the page to go to, something to show, or nothing. */
  readonly create: (values: Values) => Promise<string | { readonly show: ComponentChildren } | undefined>;
}

/** A button and the dialog that it opens. */
export function CreateButton({
  creation,
  isPlain = false,
  isOpen = false,
}: {
  creation: Creation;
  isPlain?: boolean;
  /** Whether the form is open from the beginning. */
  isOpen?: boolean;
}) {
  const [open, setOpen] = useState(isOpen);
  const [shown, setShown] = useState<ComponentChildren>();
  if (!can(creation.permission)) return null;
  const close = () => {
    setOpen(false);
    setShown(undefined);
  };
  return (
    <>
      <Button
        {...(isPlain ? {} : ({ kind: 'primary', icon: 'plus' } as const))}
        onClick={() => setOpen(true)}
      >
        {creation.label}
      </Button>
      {open && (
        <Dialog
          title={creation.label}
          wide={typeof creation.fields === 'function' || creation.fields.length > 4}
          onClose={close}
        >
          {shown ?? (
            <Form
              fields={creation.fields}
              initial={creation.initial ?? {}}
              submitLabel={m.actions.create}
              onCancel={close}
              onSubmit={async (values) => {
                const made = await creation.create(values);
                forgetLookups();
                refreshAll();
                if (typeof made === 'object') return setShown(made.show);
                close();
                if (made) go(made);
                else toast(m.actions.saved);
              }}
            />
          )}
        </Dialog>
      )}
    </>
  );
}

/** How to change something in a dialog. */
export interface Editing {
  readonly permission: string;
  readonly fields: readonly Field[];
  readonly initial: Values;
  /** Throws on a refusal. */
  readonly save: (changed: Values) => Promise<unknown>;
  /** Of the dialog, and of its button on the page of the object. */
  readonly title?: string;
}

/** A button that opens a form for an object; only changed fields are sent. */
export function EditButton({ editing, children }: { editing: Editing; children?: ComponentChildren }) {
  const [open, setOpen] = useState(false);
  if (!can(editing.permission)) return null;
  return (
    <>
      <Button icon="edit" onClick={() => setOpen(true)}>
        {children ?? m.actions.edit}
      </Button>
      {open && (
        <Dialog
          title={editing.title ?? m.actions.edit}
          wide={editing.fields.length > 4}
          onClose={() => setOpen(false)}
        >
          <Form
            fields={editing.fields}
            initial={editing.initial}
            submitLabel={m.actions.save}
            onCancel={() => setOpen(false)}
            onSubmit={async (values) => {
              const changed = changedOf(editing.initial, values);
              if (Object.keys(changed).length > 0) await editing.save(changed);
              setOpen(false);
              forgetLookups();
              refreshAll();
              toast(m.actions.saved);
            }}
          />
        </Dialog>
      )}
    </>
  );
}

/** The values that differ from those at the start. */
export function changedOf(before: Values, after: Values): Values {
  return Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) =>
        value !== undefined && JSON.stringify(value) !== JSON.stringify(before[name] ?? null),
    ),
  );
}

/** A page about one thing. */
export function DetailPage<LookupItem>({
  live,
  back,
  title,
  badges,
  facts,
  editing,
  removal,
  actions,
  children,
}: {
  live: Live<LookupItem>;
  back?: readonly [string, string];
  title: (thing: LookupItem) => ComponentChildren;
  badges?: (thing: LookupItem) => ComponentChildren;
  facts?: (thing: LookupItem) => readonly (readonly [string, ComponentChildren])[];
  editing?: (thing: LookupItem) => Editing;
  removal?: {
    readonly permission: string;
    readonly question: string;
    readonly run: (thing: LookupItem) => Promise<unknown>;
  };
  actions?: (thing: LookupItem) => ComponentChildren;
  children?: (thing: LookupItem) => ComponentChildren;
}) {
  const { data, error, refresh } = live;
  if (data === undefined) {
    return error ? <ErrorState error={error} retry={refresh} /> : <Skeleton lines={10} />;
  }
  return (
    <div class="detail">
      <PageHead
        {...(back ? { back } : {})}
        title={title(data)}
        badges={badges?.(data)}
        actions={
          <>
            {actions?.(data)}
            {editing && <EditButton editing={editing(data)}>{editing(data).title}</EditButton>}
            {removal && can(removal.permission) && (
              <ActionButton
                kind="danger"
                icon="trash"
                confirm={removal.question}
                run={async () => {
                  await removal.run(data);
                  go(back?.[0] ?? '/');
                }}
                done={m.actions.removed}
              >
                {m.actions.remove}
              </ActionButton>
            )}
          </>
        }
      />
      {facts && (
        <Section title={m.orders.details}>
          <Facts facts={facts(data)} />
        </Section>
      )}
      {children?.(data)}
    </div>
  );
}
