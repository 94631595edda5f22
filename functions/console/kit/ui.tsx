import type { ComponentChildren, TargetedKeyboardEvent } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { m } from '../messages.ts';
import { ApiError } from './api.ts';
import { words } from './format.ts';
import { Icon, type IconName } from './icons.tsx';
import { refreshAll } from './live.ts';

type Tone = 'neutral' | 'good' | 'busy' | 'warn' | 'bad' | 'muted';

/** Meaning of a status, by the words in it. The first match wins. */
const TONES: readonly (readonly [RegExp, Tone])[] = [
  [/fail|denied|error|needs_attention|needs_triage|^p0$|expired|skipped_error/i, 'bad'],
  [/cancel|archived|skipped|inactive|suppressed|disabled/i, 'muted'],
  [/complete|delivered|success|approved|sent|resolved|^active$|enabled/i, 'good'],
  [
    /enroute|arrived|progress|started|running|dispatched|assigned_driver|assigned|queued|sending|acknowledged/i,
    'busy',
  ],
  [/return|review|paused|scheduled|^p1$|not_assigned/i, 'warn'],
];

/** A status as a word with a mark; never by color alone. */
export function Badge({ value, tone, text }: { value: string; tone?: Tone; text?: string }) {
  const found = tone ?? TONES.find(([pattern]) => pattern.test(value))?.[1] ?? 'neutral';
  return <span class={`badge ${found}`}>{text ?? words(value)}</span>;
}

type ButtonProps = {
  readonly onClick?: (() => void) | undefined;
  readonly kind?: 'primary' | 'plain' | 'danger' | 'ghost';
  readonly icon?: IconName;
  readonly busy?: boolean;
  readonly disabled?: boolean | undefined;
  readonly label?: string;
  readonly type?: 'button' | 'submit';
  readonly pressed?: boolean;
  readonly title?: string;
  readonly children?: ComponentChildren;
};

/** A button; without text it needs a `label`. */
export function Button(props: ButtonProps) {
  const { onClick, kind = 'plain', icon, busy = false, disabled = false, label, type = 'button' } = props;
  return (
    <button
      type={type}
      class={`button ${kind}${props.children ? '' : ' icon-only'}`}
      onClick={onClick}
      disabled={disabled || busy}
      aria-busy={busy}
      {...(label ? { 'aria-label': label } : {})}
      {...((props.title ?? label) ? { title: props.title ?? label } : {})}
      {...(props.pressed === undefined ? {} : { 'aria-pressed': props.pressed })}
    >
      {icon && <Icon name={icon} />}
      {props.children && <span>{props.children}</span>}
    </button>
  );
}

/** An empty state: why it is empty, and what to do. */
export function EmptyState({
  icon = 'inbox',
  title,
  text,
  children,
}: {
  icon?: IconName;
  title: string;
  text?: string | undefined;
  children?: ComponentChildren;
}) {
  return (
    <div class="state">
      <div class="state-icon">
        <Icon name={icon} />
      </div>
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {children && <div class="actions">{children}</div>}
    </div>
  );
}

/** An error in the API's words, with the id that its operator needs. */
export function ErrorState({ error, retry }: { error: ApiError; retry?: () => void }) {
  const [title, text] =
    error.status === 0
      ? [m.errors.unreachable, m.errors.unreachableText]
      : error.status === 403
        ? [m.errors.forbidden, error.message]
        : error.status === 401
          ? [m.signIn.over, m.signIn.problems.over]
          : error.status === 404
            ? [m.errors.missing, error.message]
            : [m.errors.failed, error.message];
  return (
    <div class="state" role="alert">
      <div class="state-icon bad">
        <Icon name="alert" />
      </div>
      <h2>{title}</h2>
      <p>{text}</p>
      {error.requestId && <p class="quiet">{m.errors.request(error.requestId)}</p>}
      <div class="actions">
        {error.status === 401 && (
          <Button kind="primary" onClick={() => void import('./sign-in.ts').then(({ signIn }) => signIn())}>
            {m.signIn.button}
          </Button>
        )}
        {retry && (
          <Button onClick={retry} icon="refresh">
            {m.actions.retry}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Grey bars while something is loading. */
export function Skeleton({ lines = 6 }: { lines?: number }) {
  return (
    <div class="skeleton" role="status" aria-label={m.loading}>
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} />
      ))}
    </div>
  );
}

/** What is shown until something has been read: that it loads, or why it could not. */
export function Loading({
  error,
  retry,
  lines,
}: {
  error: ApiError | undefined;
  retry: () => void;
  lines?: number;
}) {
  return error ? <ErrorState error={error} retry={retry} /> : <Skeleton {...(lines ? { lines } : {})} />;
}

/** Pairs of a name and a value. */
export function Facts({ facts }: { facts: readonly (readonly [string, ComponentChildren])[] }) {
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{isNothing(value) ? m.none : value}</dd>
        </div>
      ))}
    </dl>
  );
}

function isNothing(value: ComponentChildren): boolean {
  return (
    value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  );
}

/** A part of a page with a heading. */
export function Section({
  title,
  actions,
  children,
}: {
  title: string;
  actions?: ComponentChildren;
  children: ComponentChildren;
}) {
  const id = useId();
  return (
    <section class="card" aria-labelledby={id}>
      <header class="card-head">
        <h2 id={id}>{title}</h2>
        {actions && <div class="actions">{actions}</div>}
      </header>
      {children}
    </section>
  );
}

/** Events, latest first or in their order. */
export function Timeline({
  entries,
}: {
  entries: readonly {
    readonly id: string;
    readonly at: string;
    readonly title: ComponentChildren;
    readonly text?: ComponentChildren;
    readonly tone?: Tone;
  }[];
}) {
  return (
    <ol class="timeline">
      {entries.map(({ id, at, title, text, tone = 'neutral' }) => (
        <li key={id} class={tone}>
          <div class="when">{at}</div>
          <div>
            <div class="what">{title}</div>
            {text && <div class="quiet">{text}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}

/** A dialog over the page. */
export function Dialog({
  title,
  onClose,
  wide = false,
  children,
}: {
  title: string;
  onClose: () => void;
  wide?: boolean;
  children: ComponentChildren;
}) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    element.current?.showModal();
  }, []);
  return (
    <dialog
      ref={element}
      class={wide ? 'wide' : ''}
      aria-labelledby={id}
      onClose={onClose}
      onCancel={onClose}
    >
      <header>
        <h2 id={id}>{title}</h2>
        <Button kind="ghost" icon="close" label={m.actions.close} onClick={onClose} />
      </header>
      <div class="dialog-body">{children}</div>
    </dialog>
  );
}

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'good' | 'bad';
  readonly action: { readonly label: string; readonly run: () => void } | undefined;
}

/** How long a message stays. One with an action stays longer. Milliseconds. */
const TOAST_MS = 5_000;
const TOAST_WITH_ACTION_MS = 12_000;

let toasts: readonly Toast[] = [];
let nextToast = 1;
let showToasts: (toasts: readonly Toast[]) => void = () => undefined;

/** Shows a message in a corner of the screen, and to screen readers. */
export function toast(text: string, tone: 'good' | 'bad' = 'good', action?: Toast['action']): void {
  const id = nextToast++;
  toasts = [...toasts.slice(-3), { id, text, tone, action }];
  showToasts(toasts);
  setTimeout(() => dismiss(id), action || tone === 'bad' ? TOAST_WITH_ACTION_MS : TOAST_MS);
}

function dismiss(id: number): void {
  toasts = toasts.filter((given) => given.id !== id);
  showToasts(toasts);
}

/** Where messages appear. */
export function Toasts() {
  const [shown, setShown] = useState(toasts);
  useEffect(() => {
    showToasts = setShown;
  }, []);
  return (
    <div class="toasts" role="status" aria-live="polite">
      {shown.map(({ id, text, tone, action }) => (
        <div key={id} class={`toast ${tone}`}>
          <Icon name={tone === 'good' ? 'check' : 'alert'} />
          <span>{text}</span>
          {action && (
            <button
              type="button"
              onClick={() => {
                dismiss(id);
                action.run();
              }}
            >
              {action.label}
            </button>
          )}
          <button type="button" aria-label={m.actions.close} onClick={() => dismiss(id)}>
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
  );
}

/** Runs a change, reports its result and shows the new state. Returns the reply, undefined after a refusal. */
export async function attempt<Reply>(
  run: () => Promise<Reply>,
  done?: string | ((reply: Reply) => string),
): Promise<Reply | undefined> {
  try {
    const reply = await run();
    if (done) toast(typeof done === 'string' ? done : done(reply));
    refreshAll();
    return reply;
  } catch (error) {
    toast(problemOf(error), 'bad');
    refreshAll();
    return undefined;
  }
}

/** A sentence about the problem. */
export function problemOf(error: unknown): string {
  if (!(error instanceof ApiError)) return m.errors.failed;
  return error.status === 0 ? m.errors.unreachable : error.message;
}

/** A button that is busy during its change. */
export function ActionButton({
  run,
  done,
  confirm,
  ...rest
}: Omit<ButtonProps, 'onClick' | 'busy'> & {
  run: () => Promise<unknown>;
  done?: string;
  confirm?: string;
}) {
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);
  const start = async () => {
    setAsking(false);
    setBusy(true);
    await attempt(run, done);
    setBusy(false);
  };
  return (
    <>
      <Button {...rest} busy={busy} onClick={() => (confirm ? setAsking(true) : void start())} />
      {asking && confirm && (
        <Dialog title={m.actions.confirm} onClose={() => setAsking(false)}>
          <p>{confirm}</p>
          <div class="actions end">
            <Button onClick={() => setAsking(false)}>{m.actions.cancel}</Button>
            <Button kind={rest.kind === 'danger' ? 'danger' : 'primary'} onClick={() => void start()}>
              {rest.children ?? rest.label}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}

/** Views of one thing, as buttons of which one is chosen. */
export function Tabs<Name extends string>({
  label,
  tabs,
  value,
  onChange,
}: {
  label: string;
  tabs: readonly (readonly [Name, string])[];
  value: Name;
  onChange: (name: Name) => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current
      ?.querySelector('[aria-selected="true"]')
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [value]);
  const move = (event: TargetedKeyboardEvent<HTMLDivElement>) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    const index = tabs.findIndex(([name]) => name === value);
    const next = tabs[(index + step + tabs.length) % tabs.length];
    if (!next) return;
    onChange(next[0]);
    const buttons = event.currentTarget.querySelectorAll('button');
    buttons[(index + step + tabs.length) % tabs.length]?.focus();
  };
  return (
    <div ref={list} class="tabs" role="tablist" aria-label={label} onKeyDown={move}>
      {tabs.map(([name, text]) => (
        <button
          key={name}
          type="button"
          role="tab"
          aria-selected={name === value}
          tabIndex={name === value ? 0 : -1}
          onClick={() => onChange(name)}
        >
          {text}
        </button>
      ))}
    </div>
  );
}

/** Heading of a page: place, title and actions. */
export function PageHead({
  title,
  back,
  badges,
  actions,
}: {
  title: ComponentChildren;
  back?: readonly [string, string];
  badges?: ComponentChildren;
  actions?: ComponentChildren;
}) {
  return (
    <header class="page-head">
      {back && (
        <a class="back" href={`#${back[0]}`}>
          <Icon name="back" />
          {back[1]}
        </a>
      )}
      <div class="page-title">
        <h1 tabIndex={-1}>{title}</h1>
        {badges}
      </div>
      {actions && <div class="actions">{actions}</div>}
    </header>
  );
}
