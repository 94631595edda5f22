import { applyReports } from './apply-reports.ts';
import { nameOfFilled } from './forms.ts';
import type { Report } from './reports.ts';
import type { Answer, Server, SignInReply } from './server.ts';
import type { Entry, KeptFile, Store } from './store.ts';
import type { Work } from './work.ts';

export interface DriverDeps {
  readonly store: Store;
  readonly server: Server;
  /** Local milliseconds since the epoch. */
  readonly now: () => number;
  readonly newId: () => string;
}

/** Filled forms that a phone remembers. */
const MAX_FILLED = 500;

/** How long a step can be undone before it is sent. Milliseconds. */
export const UNDO_MS = 10_000;

/** Whether an entry can still be undone. A clock that was set back does not hold it for longer. */
export function isHeld({ heldUntilMs }: Pick<Entry, 'heldUntilMs'>, nowMs: number): boolean {
  return heldUntilMs > nowMs && heldUntilMs - nowMs <= UNDO_MS;
}

/** What the app shows. */
export interface View {
  readonly courierId: string;
  /** With what is not sent yet; undefined = never read. */
  readonly work: Work | undefined;
  readonly waiting: readonly Entry[];
  readonly refused: readonly Entry[];
  /** Forms that were filled in, on this phone or another one, by `nameOfFilled`. */
  readonly filledForms: readonly string[];
}

/** Signs in by the code of an invitation. What another driver left on this phone stays until that driver is back. */
export async function signIn(
  { store, server, now, newId }: DriverDeps,
  code: string,
  device: object,
): Promise<Answer<SignInReply>> {
  const known = await store.recall('deviceKey');
  const key = known ?? `${newId()}${newId()}`;
  // Kept before it is sent: a sign-in whose reply is lost can be repeated with the same one.
  if (known === undefined) await store.remember('deviceKey', key);
  const answer = await server.signIn(code, { ...device, key });
  if (answer.is !== 'ok') return answer;
  const { token, driver, organization } = answer.reply;
  await store.forget('work');
  await store.remember('signedIn', {
    token,
    courierId: driver.id,
    firstName: driver.firstName,
    organizationName: organization.name,
    renewedAtMs: now(),
  });
  return answer;
}

/**
 * Notes what the driver did, with the time of the service, and the pictures that prove it. It survives the end of the
 * app. A button that was pressed twice counts once.
 */
export async function note(
  { store, now, newId }: DriverDeps,
  reports: readonly Report[],
  {
    files = [],
    heldMs = 0,
    here,
  }: {
    readonly files?: readonly KeptFile[];
    readonly heldMs?: number;
    readonly here?: Entry['here'];
  } = {},
): Promise<void> {
  const signedIn = await store.recall('signedIn');
  if (!signedIn) throw new Error('Nobody is signed in.');
  const occurredAt = await instantOfNote(store, now());
  const last = (await store.entries()).slice(-reports.length).map(({ report }) => report);
  if (heldMs > 0 && JSON.stringify(last) === JSON.stringify(reports)) return;
  const added = reports.map((report) => ({
    key: newId(),
    courierId: signedIn.courierId,
    occurredAt,
    heldUntilMs: now() + heldMs,
    report,
    ...(here ? { here } : {}),
    refusal: null,
  }));
  await store.addEntries(added, files);
  const filled = reports.flatMap((report) => (report.kind === 'form' ? [nameOfFilled(report)] : []));
  if (filled.length === 0) return;
  const known = (await store.recall('filledForms')) ?? [];
  await store.remember('filledForms', [...known, ...filled].slice(-MAX_FILLED));
}

/**
 * When something is noted, by the service's clock. It is never before what was noted before it, or the service would take it for
 * overtaken: the clock of a phone may be set back while there is no network.
 */
async function instantOfNote(store: Store, nowMs: number): Promise<string> {
  const aheadMs = (await store.recall('aheadMs')) ?? 0;
  const last = await store.recall('lastNotedAt');
  const instant = new Date(nowMs + aheadMs).toISOString();
  const occurredAt = last !== undefined && last > instant ? last : instant;
  await store.remember('lastNotedAt', occurredAt);
  return occurredAt;
}

/** Takes back the last step, if none of it was sent. Returns whether it did. */
export async function undo({ store, now }: DriverDeps): Promise<boolean> {
  const entries = await store.entries();
  const last = entries.at(-1);
  if (!last || !isHeld(last, now())) return false;
  const step = entries.filter(
    ({ occurredAt, heldUntilMs }) => occurredAt === last.occurredAt && heldUntilMs === last.heldUntilMs,
  );
  await store.removeEntries(step.map(({ seq }) => seq!));
  return true;
}

/** What the signed-in driver sees; undefined = nobody is signed in. */
export async function viewOf(store: Store): Promise<View | undefined> {
  const signedIn = await store.recall('signedIn');
  if (!signedIn) return undefined;
  const own = (await store.entries()).filter(({ courierId }) => courierId === signedIn.courierId);
  const waiting = own.filter(({ refusal }) => refusal === null);
  const work = await store.recall('work');
  return {
    courierId: signedIn.courierId,
    work: work && applyReports(work, waiting),
    waiting,
    refused: own.filter(({ refusal }) => refusal !== null),
    filledForms: [
      ...((await store.recall('filledForms')) ?? []),
      // A work that an earlier version of the app has kept has none.
      ...(work?.filledForms ?? []).map(nameOfFilled),
    ],
  };
}
