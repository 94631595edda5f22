import type { CoreDeps } from '../../platform/runtime/index.ts';

/** Finds the places that windows refer to. The areas of those places implement it. */
export interface WindowPlaces {
  storeId(
    organizationId: string,
    store: { readonly id?: string | undefined; readonly externalId?: string | undefined },
  ): Promise<
    { readonly id: string; readonly externalId: string | null; readonly timeZone: string } | undefined
  >;
  zoneId(
    organizationId: string,
    zone: { readonly id?: string | undefined; readonly externalId?: string | undefined },
  ): Promise<{ readonly id: string; readonly externalId: string | null } | undefined>;
  /** Windows that are restricted at the dropoff of an order, each with the name of the restriction. */
  restrictedWindows(organizationId: string, place: DropoffPlace): Promise<ReadonlyMap<string, string>>;
  /** Whether a zone covers the dropoff of an order. */
  covers(organizationId: string, zoneId: string, place: DropoffPlace): Promise<boolean>;
}

/** Dropoff of an order. */
export interface DropoffPlace {
  readonly lat: number | undefined;
  readonly lng: number | undefined;
  readonly zip: string | undefined;
  readonly city: string | undefined;
}

/** What changing windows needs. */
export interface WindowDeps extends CoreDeps {
  readonly places: WindowPlaces;
}

/** On whose behalf windows are read. */
export interface WindowCaller {
  readonly organizationId: string;
  /** Store locations to which the caller is limited; null = no limit. */
  readonly storeLocationIds: readonly string[] | null;
}
