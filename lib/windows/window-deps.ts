import type { CoreDeps } from '../runtime/index.ts';

/** Finds the places that windows name. The areas that own them answer. */
export interface WindowPlaces {
  storeId(
    organizationId: string,
    store: { readonly id?: string | undefined; readonly externalId?: string | undefined },
  ): Promise<{ readonly id: string; readonly externalId: string | null } | undefined>;
  zoneId(
    organizationId: string,
    zone: { readonly id?: string | undefined; readonly externalId?: string | undefined },
  ): Promise<{ readonly id: string; readonly externalId: string | null } | undefined>;
  /** Whether a zone covers where an order is brought to. */
  covers(organizationId: string, zoneId: string, place: DropoffPlace): Promise<boolean>;
}

/** Where an order is brought to. */
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
  /** Store locations that the caller is limited to; null = no limit. */
  readonly storeLocationIds: readonly string[] | null;
}

/** How often a change is tried when others change the same thing at the same moment. */
export const TRIES = 12;
