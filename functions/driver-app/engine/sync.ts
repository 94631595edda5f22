import { applyReports } from './apply-reports.ts';
import { type DriverDeps, isHeld } from './driver.ts';
import { forgetDelivered } from './forget-delivered.ts';
import type { Proof } from './reports.ts';
import type { Announced, Answer, Platform } from './server.ts';
import type { Entry, KeptFile, Position, Store } from './store.ts';

/** How a synchronization ended. */
export type SyncOutcome =
  /** Everything that may be sent is sent, and the work is that of the service. */
  | 'done'
  /** Something is left to send: there is no network, or the service asked for patience. */
  | 'later'
  | 'signedOut'
  /** The driver may no longer use the app. */
  | 'refused';

export interface SyncDeps extends Pick<DriverDeps, 'store' | 'server' | 'now'> {
  readonly platform: Platform;
  readonly appVersion: string;
  /** Whether to send also what could still be undone. */
  readonly sendsHeld?: boolean;
  /** Charge of the battery, 0 to 1; null = unknown. */
  readonly battery: () => Promise<number | null>;
}

/** Reports a call takes at most. */
const MAX_REPORTS = 50;

/** The driver may no longer use the app. */
const DISABLED = 'FORBIDDEN';

/** A sign-in is renewed once a day. Milliseconds. */
const RENEW_EVERY_MS = 24 * 3_600_000;

/** The end of a synchronization before its time. */
class Ended extends Error {
  readonly outcome: SyncOutcome;

  constructor(outcome: SyncOutcome) {
    super(outcome);
    this.outcome = outcome;
  }
}

/**
 * Sends what the driver did, oldest first, pictures before the reports that need them, and reads the work. Must not run
 * twice at a time on a phone. It can end between any two lines: what was not confirmed is sent again, and the service
 * carries it out once by its key.
 */
export async function synchronize(deps: SyncDeps): Promise<SyncOutcome> {
  try {
    const signedIn = await deps.store.recall('signedIn');
    if (!signedIn) return 'signedOut';
    const { token, courierId } = signedIn;
    await forgetDelivered(deps.store, deps.now());
    if (deps.now() - signedIn.renewedAtMs > RENEW_EVERY_MS) {
      replyOf(await deps.server.renew(token));
      await deps.store.remember('signedIn', { ...signedIn, renewedAtMs: deps.now() });
    }
    while (await sendSome(deps, token, courierId)) {
      // Until nothing is left that may be sent.
    }
    const work = replyOf(
      await deps.server.work(token, { platform: deps.platform, version: deps.appVersion }),
    );
    await deps.store.remember('work', work);
    await deps.store.remember('aheadMs', Date.parse(work.at) - deps.now());
    // The clock was ahead while there was no network: the service took those steps as of now.
    const last = await deps.store.recall('lastNotedAt');
    if (last !== undefined && last > work.at) await deps.store.remember('lastNotedAt', work.at);
    return 'done';
  } catch (error) {
    if (error instanceof Ended) return error.outcome;
    throw error;
  }
}

/** Sends the next reports. Returns whether it sent any and there may be more. */
async function sendSome(deps: SyncDeps, token: string, courierId: string): Promise<boolean> {
  const { store, server } = deps;
  const all = (await store.entries()).filter((one) => one.courierId === courierId && one.refusal === null);
  const held = deps.sendsHeld ? -1 : all.findIndex((one) => isHeld(one, deps.now()));
  const due = (held === -1 ? all : all.slice(0, held)).slice(0, MAX_REPORTS);
  const positions = (await store.positions()).filter((one) => one.courierId === courierId);
  const here = positions.slice(0, MAX_REPORTS - due.length);
  if (due.length + here.length === 0) return false;
  const reports: object[] = [];
  const ready: Entry[] = [];
  for (const entry of due) {
    const sent = await wireReport(deps, token, entry);
    if (sent === undefined) continue;
    ready.push(entry);
    reports.push(sent);
  }
  const body = {
    reports: [...reports, ...here.map(wirePosition)],
    appVersion: deps.appVersion,
    batteryLevel: await deps.battery(),
    unsentReports: all.length - due.length,
  };
  const answer = await server.report(token, body);
  if (answer.is === 'refused' && answer.code !== DISABLED) {
    await findRefused(deps, token, ready, body.reports);
    await store.removePositions(here.map(({ seq }) => seq!));
    return true;
  }
  const { results } = replyOf(answer);
  const byKey = new Map(results.map((result) => [result.key, result]));
  await settle(store, ready, byKey);
  // A position that is refused is of no use later.
  await store.removePositions(
    here.filter(({ key }) => byKey.get(key)?.outcome !== 'later').map(({ seq }) => seq!),
  );
  if (results.some(({ outcome }) => outcome === 'later')) throw new Ended('later');
  return due.length + here.length === MAX_REPORTS;
}

/** The service did not take the call: its reports one by one, so that only the one that it cannot read is lost. */
async function findRefused(
  { store, server, ...deps }: SyncDeps,
  token: string,
  entries: readonly Entry[],
  reports: readonly object[],
): Promise<void> {
  for (const [index, entry] of entries.entries()) {
    const answer = await server.report(token, { reports: [reports[index]], appVersion: deps.appVersion });
    if (answer.is === 'refused' && answer.code !== DISABLED) {
      await store.refuse(entry.seq!, { code: answer.code, message: answer.message });
      continue;
    }
    const { results } = replyOf(answer);
    await settle(store, [entry], new Map(results.map((result) => [result.key, result])));
    if (results.some(({ outcome }) => outcome === 'later')) throw new Ended('later');
  }
}

async function settle(
  store: Store,
  entries: readonly Entry[],
  results: ReadonlyMap<string, { readonly outcome: string; readonly refusal: Entry['refusal'] }>,
): Promise<void> {
  const done: Entry[] = [];
  for (const entry of entries) {
    const { key, seq } = entry;
    const result = results.get(key);
    if (result?.outcome === 'done') done.push(entry);
    if (result?.outcome === 'refused') {
      await store.refuse(seq!, result.refusal ?? { code: 'REFUSED', message: '' });
    }
  }
  // The work may be read much later, if the network goes now: until then it is as the driver left it.
  const work = await store.recall('work');
  if (work && done.length > 0) await store.remember('work', applyReports(work, done));
  await store.removeEntries(done.map(({ seq }) => seq!));
}

/** The report as it is sent; undefined when one of its pictures was refused, which is then noted. */
async function wireReport(
  deps: SyncDeps,
  token: string,
  { key, seq, occurredAt, report, here }: Entry,
): Promise<object | undefined> {
  const common = { key, occurredAt };
  if (report.kind !== 'delivery') return { ...common, ...report };
  const { proofs, update, ...rest } = report;
  const proofOfDelivery: object[] = [];
  for (const proof of proofs) {
    const sent = await wireProof(deps, token, proof);
    if ('is' in sent) {
      if (sent.is !== 'refused') throw new Ended(sent.is === 'signedOut' ? 'signedOut' : 'later');
      await deps.store.refuse(seq!, { code: sent.code, message: sent.message });
      return undefined;
    }
    proofOfDelivery.push({ ...sent, takenAt: occurredAt, ...(here ? { coordinates: here } : {}) });
  }
  return {
    ...common,
    ...rest,
    update: { ...update, ...(proofOfDelivery.length > 0 ? { proofOfDelivery } : {}) },
  };
}

/** A scan as it is, a picture as an uploaded document. What was uploaded before is not uploaded again. */
async function wireProof(
  deps: SyncDeps,
  token: string,
  proof: Proof,
): Promise<object | Exclude<Answer<unknown>, { is: 'ok' }>> {
  if (!('fileId' in proof)) return proof;
  const { store, server } = deps;
  const { podType, fileId } = proof;
  const file = await store.file(fileId);
  if (!file)
    return { is: 'refused', code: 'MISSING_RESOURCE', message: 'The picture is no longer on the phone.' };
  if (file.documentId !== null) return { podType, documentId: file.documentId };
  const announced = await announcedOf(deps, token, file);
  if ('is' in announced) return announced;
  const { id: documentId, upload } = announced;
  const uploaded = await server.upload(upload, file.bytes);
  if (uploaded.is === 'refused') {
    // The link has ended: the next time asks for another one.
    await store.putFile({ ...file, announced: null });
    return { is: 'unreachable' };
  }
  if (uploaded.is !== 'ok') return uploaded;
  const completed = await server.complete(token, documentId);
  if (completed.is !== 'ok') return completed;
  await store.putFile({ ...file, announced, documentId });
  return { podType, documentId };
}

/** Where a picture may be uploaded. A link that still holds is used again, as documents of a delivery are limited. */
async function announcedOf(
  { store, server, now }: SyncDeps,
  token: string,
  file: KeptFile,
): Promise<Announced | Exclude<Answer<unknown>, { is: 'ok' }>> {
  const aheadMs = (await store.recall('aheadMs')) ?? 0;
  if (file.announced && Date.parse(file.announced.upload.expiresAt) > now() + aheadMs) return file.announced;
  const answer = await server.announce(token, {
    deliveryId: file.deliveryId,
    key: file.id,
    type: 'proof_of_delivery',
    contentType: file.contentType,
    sizeBytes: file.bytes.byteLength,
  });
  if (answer.is !== 'ok') return answer;
  await store.putFile({ ...file, announced: answer.reply });
  return answer.reply;
}

const wirePosition = ({ key, occurredAt, latitude, longitude }: Position) => ({
  kind: 'position',
  ...{ key, occurredAt, latitude, longitude },
});

/** The reply, or the end of the synchronization. */
function replyOf<Reply>(answer: Answer<Reply>): Reply {
  if (answer.is === 'ok') return answer.reply;
  if (answer.is === 'signedOut') throw new Ended('signedOut');
  throw new Ended(answer.is === 'refused' && answer.code === DISABLED ? 'refused' : 'later');
}
