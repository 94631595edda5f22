/** The replies that the app reads; `test/unit/functions/driver-app` compares them with the API's document. */

/** One end of a package's way. */
export interface Place {
  readonly name: string | null;
  readonly address: string;
  readonly phoneNumber: string | null;
  /** To dial after the organization's number; the contact's own is then not known to the phone. */
  readonly phoneExtension: string | null;
  readonly accessCodes: readonly string[];
  readonly instructions: string | null;
  readonly lat: number | null;
  readonly lng: number | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly barcodes: readonly string[];
  /** Requirements that must be proved before this end is complete, and are not yet. */
  readonly missingProofs: readonly string[];
}

export interface Package {
  readonly deliveryId: string;
  readonly externalId: string | null;
  readonly status: string;
  readonly description: string | null;
  readonly items: readonly Readonly<Record<string, unknown>>[];
  readonly requirements: readonly string[];
  readonly dueAmountCents: number | null;
  readonly currency: string;
  /** As `missingProofs` of a place, for the return to the pickup. */
  readonly missingReturnProofs: readonly string[];
  readonly pickup: Place;
  readonly dropoff: Place;
}

/** Packages that go together: offered until an instant, or accepted. */
export interface Assignment {
  readonly taskId: string;
  readonly offeredUntil: string | null;
  readonly routeId: string | null;
  readonly packages: readonly Package[];
}

export interface Stop {
  readonly id: string;
  readonly stopType: string;
  readonly status: string;
  readonly lat: number | null;
  readonly lng: number | null;
  readonly arrivalTime: string | null;
  readonly breakDuration: number | null;
  readonly deliveryIds: readonly string[];
}

export interface Route {
  readonly id: string;
  readonly name: string | null;
  readonly stops: readonly Stop[];
}

export interface Shift {
  readonly id: string;
  readonly status: string;
  readonly plannedStart: string;
  readonly plannedEnd: string;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly isOnBreak: boolean;
}

export interface FormField {
  readonly key: string;
  readonly label: string;
  readonly type: 'text' | 'number' | 'yes_no' | 'choice';
  readonly choices: readonly string[];
  readonly isRequired: boolean;
}

/** A form that the organization defined. */
export interface Form {
  readonly key: string;
  readonly name: string;
  readonly moment: 'pickup' | 'dropoff' | 'return' | 'shift' | 'any';
  readonly isRequired: boolean;
  readonly fields: readonly FormField[];
}

export interface Message {
  readonly id: string;
  readonly from: 'driver' | 'dispatcher';
  readonly author: string;
  readonly text: string;
  readonly deliveryId: string | null;
  readonly at: string;
}

/** Reply of GET /v1/driver/work. */
export interface Work {
  /** The server's time. */
  readonly at: string;
  readonly driver: { readonly id: string; readonly firstName: string; readonly lastName: string };
  readonly offers: readonly Assignment[];
  readonly assignments: readonly Assignment[];
  readonly routes: readonly Route[];
  readonly shifts: readonly Shift[];
  readonly forms: readonly Form[];
  /** What the driver filled in lately, on any phone. */
  readonly filledForms: readonly {
    readonly formKey: string;
    readonly deliveryId: string | null;
    readonly stopId: string | null;
  }[];
  /** Oldest first. */
  readonly messages: readonly Message[];
  /** The driver has read them until then. */
  readonly readAt: string | null;
  readonly app: { readonly isUpdateRequired: boolean; readonly isUpdateRecommended: boolean };
  /** What the organization lets its drivers do. */
  readonly allowed: {
    readonly resequence: boolean;
    readonly minimumAge: number;
    readonly startShifts: boolean;
  };
}
