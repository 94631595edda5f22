import type { RingInput } from './area/read-polygon.ts';
import type { StoreAssociation } from './zone.ts';

/** What a caller says about a zone: absent = as before, null = none. */
export interface ZoneInput {
  /** In rows of an upsert, the expected version of the zone. */
  readonly version?: number | undefined;
  readonly externalId?: string | null | undefined;
  readonly name?: string | null | undefined;
  /** Takes the area from the zones that have this coverage area. */
  readonly coverageAreaId?: string | null | undefined;
  /** Rings of one polygon: its outline and its holes. */
  readonly polygon?: readonly RingInput[] | null | undefined;
  readonly polygons?: readonly (readonly RingInput[])[] | null | undefined;
  readonly cityZipcodes?: readonly string[] | null | undefined;
  readonly zipCodes?: readonly string[] | null | undefined;
  readonly cities?: readonly string[] | null | undefined;
  readonly states?: readonly string[] | null | undefined;
  readonly countries?: readonly string[] | null | undefined;
  readonly storeLocationIds?: readonly string[] | null | undefined;
  readonly storeLocationAssociations?: readonly StoreAssociation[] | null | undefined;
  readonly tags?: readonly string[] | null | undefined;
  readonly zoneMetadata?: Readonly<Record<string, unknown>> | null | undefined;
}
