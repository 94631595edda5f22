import type { Report } from './reports.ts';
import type { Announced } from './server.ts';
import type { Work } from './work.ts';

/** Who is signed in on this phone. */
export interface SignedIn {
  readonly token: string;
  readonly courierId: string;
  readonly firstName: string;
  readonly organizationName: string;
  /** Local milliseconds when the sign-in was last renewed. */
  readonly renewedAtMs: number;
}

/** What a driver did, until the service has taken it. */
export interface Entry {
  /** In the order in which it was done; given by the store. */
  readonly seq?: number;
  /** The service carries out a report with the same key once. */
  readonly key: string;
  readonly courierId: string;
  readonly occurredAt: string;
  /** Local milliseconds before which it is not sent, so that it can be undone. */
  readonly heldUntilMs: number;
  readonly report: Report;
  /** Where it was done, if the driver shares that. */
  readonly here?: { readonly latitude: number; readonly longitude: number } | undefined;
  /** Why the service refused it; it stays until the driver has seen it. */
  readonly refusal: { readonly code: string; readonly message: string } | null;
}

/** A picture that the phone has taken. */
export interface KeptFile {
  readonly id: string;
  readonly deliveryId: string;
  readonly contentType: string;
  readonly bytes: ArrayBuffer;
  /** Where it may be uploaded; null = nobody asked yet. */
  readonly announced: Announced | null;
  /** The document that was made of it; null = it is not uploaded yet. */
  readonly documentId: string | null;
}

export interface Position {
  readonly seq?: number;
  readonly key: string;
  readonly courierId: string;
  readonly occurredAt: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** What the phone remembers by name. */
export interface Remembered {
  readonly deviceKey: string;
  readonly signedIn: SignedIn;
  readonly work: Work;
  /** Milliseconds that the service's clock is ahead of the phone's. */
  readonly aheadMs: number;
  /** When something was noted last, by the service's clock. */
  readonly lastNotedAt: string;
  readonly sharesPosition: boolean;
  /** Forms that were filled in, by `nameOfFilled`: the latest. */
  readonly filledForms: readonly string[];
  /** The subscription to push messages that the service knows. */
  readonly pushedTo: { readonly endpoint: string; readonly checkedAtMs: number };
  /** Whether the driver was asked about push messages. */
  readonly pushAsked: boolean;
  /** With what the driver finds the way. */
  readonly navigator: 'phone' | 'google' | 'apple' | 'waze';
}

/** The phone's memory. Everything that was written survives a dead battery. */
export interface Store {
  recall<Name extends keyof Remembered>(name: Name): Promise<Remembered[Name] | undefined>;
  remember<Name extends keyof Remembered>(name: Name, value: Remembered[Name]): Promise<void>;
  forget(...names: readonly (keyof Remembered)[]): Promise<void>;
  /** Oldest first. */
  entries(): Promise<readonly Entry[]>;
  /** All or none, with the pictures that they need. */
  addEntries(entries: readonly Entry[], files: readonly KeptFile[]): Promise<void>;
  /** Says why an entry was refused. */
  refuse(seq: number, refusal: NonNullable<Entry['refusal']>): Promise<void>;
  /** Removes entries and the pictures that only they needed. */
  removeEntries(seqs: readonly number[]): Promise<void>;
  file(id: string): Promise<KeptFile | undefined>;
  putFile(file: KeptFile): Promise<void>;
  /** Oldest first. */
  positions(): Promise<readonly Position[]>;
  addPosition(position: Position): Promise<void>;
  removePositions(seqs: readonly number[]): Promise<void>;
  /** Removes everything. */
  clear(): Promise<void>;
}
