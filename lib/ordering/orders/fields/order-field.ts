import type * as z from 'zod';
import type { FieldKind, ValueKind } from './field-kind.ts';
import type { TextLimit } from './text-limits.ts';

/** The items of an order, by which its pieces are counted. */
export interface Counted {
  readonly items?: readonly { readonly count?: number | undefined }[] | undefined;
}

/** A value on the package of a job, and its name in a job request. */
export interface PackagePart<
  Name extends string = string,
  Part = unknown,
  Sent extends string | null = string | null,
  Input = unknown,
> {
  readonly on: 'package';
  readonly name: Name;
  /** As stored and as sent. */
  readonly schema: z.ZodType<Part>;
  /** The part where nothing was given. */
  readonly absent: Part;
  /** The part of an order's package with this value. */
  fromOrder(value: unknown, order: Counted): Part;
  /** Field of a job request; null = a request cannot set it. */
  readonly sentAs: Sent;
  input(): z.ZodType<Input>;
  /** What a job request would send for this part; undefined = nothing. */
  toRequest(part: Part): Input | undefined;
  /** A value that has another form in a job request than in an order; it goes to the package as it was sent. */
  readonly isFreeForm: boolean;
}

/** A value on one of the two locations of a package; null where nothing was given. */
export interface LocationPart<
  Name extends string = string,
  Part = unknown,
  Component extends string | null = string | null,
  Input = unknown,
> {
  readonly on: 'location';
  readonly name: Name;
  readonly schema: z.ZodType<Part>;
  /** Its name in the address components of a job request; null = the same name as in orders. */
  readonly component: Component;
  input(): z.ZodType<Input>;
}

/** Another way to name a place in a job request; the package has the place itself. */
export interface PlacePart {
  readonly on: 'place';
  input(): z.ZodType<string | undefined>;
}

/** A value in the dimensions of a package. */
export interface DimensionPart<Name extends string = string> {
  readonly on: 'dimensions';
  readonly name: Name;
  input(): z.ZodType<number | undefined>;
}

/** Where the package of a job has the value of a field; null = only the order has it. */
export type JobPlace = PackagePart | LocationPart | PlacePart | DimensionPart | null;

/** A field of an order that a caller may set: how it is stored and sent, and where a job has it. */
export interface OrderField<Value = unknown, Job = JobPlace> {
  readonly kind: ValueKind;
  readonly stored: z.ZodOptional<z.ZodType<Value, Value>>;
  /** In a request of an order; `null` clears it. */
  input(): z.ZodOptional<z.ZodNullable<z.ZodType<Value | null>>>;
  /** Maximum number of characters. */
  readonly longest: TextLimit | undefined;
  readonly job: Job;
}

/**
 * Defines a field of an order; `says` describes it in the API. Nothing else needs to know a new field: the stored
 * order, requests and replies, the package of a job, job requests and their changes, and imports and exports all read
 * this value.
 */
export function orderField<Value, Job extends JobPlace>(
  kind: FieldKind<Value>,
  says: string,
  more: {
    readonly job: Job;
    /** Refused as too long above this many characters. */
    readonly longest?: TextLimit;
    /** Form of the value in an order's request, if it differs from that of its kind. */
    sent?(): z.ZodType<NoInfer<Value> | null>;
  },
): OrderField<Value, Job> {
  return Object.freeze({
    kind: kind.name,
    stored: kind.storedOptional,
    input: () => (more.sent?.() ?? kind.sent()).nullish().meta({ description: says }),
    longest: more.longest,
    job: more.job,
  });
}

/** A part of the package under a name of its own, null where nothing was given. */
export function onPackage<Value, const Name extends string, const Sent extends string | null>(
  kind: FieldKind<Value>,
  part: {
    readonly name: Name;
    readonly sentAs: Sent;
    readonly says?: string | undefined;
    input?(): z.ZodType<Value | undefined>;
  },
): PackagePart<Name, Value | null, Sent, Value | undefined> {
  return alwaysOnPackage(kind, {
    ...part,
    schema: kind.stored.nullable(),
    absent: null,
    fromOrder: (value) => value ?? null,
    toRequest: (value) => value ?? undefined,
  });
}

/** A part of the package that has a value even if nothing was given. */
export function alwaysOnPackage<Value, Part, const Name extends string, const Sent extends string | null>(
  kind: FieldKind<Value>,
  part: {
    readonly name: Name;
    readonly sentAs: Sent;
    /** Describes the field of a job request. */
    readonly says?: string | undefined;
    readonly schema: z.ZodType<Part>;
    readonly absent: NoInfer<Part>;
    fromOrder(value: Value | undefined, order: Counted): NoInfer<Part>;
    toRequest(part: NoInfer<Part>): Value | undefined;
    input?(): z.ZodType<Value | undefined>;
  },
): PackagePart<Name, Part, Sent, Value | undefined> {
  const { says = '', input = () => kind.sentToJob(says), ...rest } = part;
  return Object.freeze({ on: 'package', input, isFreeForm: false, ...rest });
}

/** A part of the package with a form of its own in job requests, which no rule of orders checks. */
export function freeOnPackage<Part, const Name extends string, const Sent extends string>(part: {
  readonly name: Name;
  readonly sentAs: Sent;
  readonly schema: z.ZodType<Part>;
  readonly absent: NoInfer<Part>;
  input(): z.ZodType<Part | undefined>;
}): PackagePart<Name, Part, Sent, Part | undefined> {
  return Object.freeze({
    on: 'package',
    isFreeForm: true,
    fromOrder: (value: Part | undefined) => value ?? part.absent,
    toRequest: (value: Part) => value,
    ...part,
  });
}

/** A value of a location; `component` is its name in the address components of a job request. */
export function onLocation<Value, const Name extends string, const Component extends string | null, Input>(
  kind: FieldKind<Value>,
  part: {
    readonly name: Name;
    readonly component: Component;
    input(): z.ZodType<Input>;
    readonly schema?: z.ZodType<Value | null>;
  },
): LocationPart<Name, Value | null, Component, Input> {
  return Object.freeze({ on: 'location', schema: kind.stored.nullable(), ...part });
}

/** A measure in the dimensions of the package; `says` describes it in a job request. */
export function inDimensions<const Name extends string>(
  kind: FieldKind<number>,
  name: Name,
  says: string,
): DimensionPart<Name> {
  return Object.freeze({ on: 'dimensions', name, input: () => kind.sentToJob(says) });
}
