import {
  type DimensionPart,
  type LocationPart,
  type ORDER_FIELDS,
  type OrderFieldName,
  orderFieldEntries,
  type PackagePart,
  type SideFields,
  sideFields,
} from '../../ordering/orders/index.ts';

type Fields = typeof ORDER_FIELDS;

/** Shape of the parts of a package that are fields of an order. */
export type PackagePartsShape = {
  [Name in OrderFieldName as Fields[Name]['job'] extends { on: 'package'; name: infer Part extends string }
    ? Part
    : never]: Fields[Name]['job'] extends { schema: infer Schema } ? Schema : never;
};

/** Name of such a part. */
export type PackagePartName = keyof PackagePartsShape;

/** A part of a package, and the order field that it comes from. */
export interface PartOfPackage {
  readonly field: OrderFieldName;
  readonly kind: Fields[OrderFieldName]['kind'];
  readonly part: PackagePart<PackagePartName>;
}

/** Every part of a package that comes from an order field. */
export const packageParts: readonly PartOfPackage[] = orderFieldEntries.flatMap(([field, { kind, job }]) =>
  job?.on === 'package' ? [{ field, kind, part: job as PackagePart<PackagePartName> }] : [],
);

/** Shape of the values of a location that are fields of a side of an order. */
export type LocationPartsShape = {
  [Name in keyof SideFields as SideFields[Name]['job'] extends {
    on: 'location';
    name: infer Part extends string;
  }
    ? Part
    : never]: SideFields[Name]['job'] extends { schema: infer Schema } ? Schema : never;
};

/** Name of such a value. */
export type LocationPartName = keyof LocationPartsShape;

/** Every value of a location that comes from a field of a side; `suffix` follows the side in the field's name. */
export const locationParts = Object.entries(sideFields).flatMap(([suffix, { job }]) =>
  job.on === 'location'
    ? [{ suffix: suffix as keyof SideFields, part: job as LocationPart<LocationPartName> }]
    : [],
);

/** The dimensions of a package, and the order fields that they come from. */
export const dimensionParts = orderFieldEntries.flatMap(([field, { job }]) =>
  job?.on === 'dimensions' ? [{ field, part: job as DimensionPart<DimensionName> }] : [],
);

/** Name of a measure. */
export type DimensionName = {
  [Name in OrderFieldName]: Fields[Name]['job'] extends DimensionPart<infer Part> ? Part : never;
}[OrderFieldName];
