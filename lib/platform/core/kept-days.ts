/** Environment variables with the days for which an installation keeps what; absent = as long as it does by itself. */
export const KEPT_DAYS_VARIABLES = Object.freeze({
  records: 'RECORD_DAYS',
  archive: 'ARCHIVE_DAYS',
  documents: 'DOCUMENT_DAYS',
});

/** For how long an installation keeps what, in days. */
export interface KeptDays {
  /** Orders and jobs in the table, from their last change and the end of their windows on. */
  readonly records: number;
  /** What has left the table, in the bucket; undefined = for good. */
  readonly archive: number | undefined;
  /** Files about deliveries: proofs, photos, labels. */
  readonly documents: number;
}

/** The shortest time after which orders and jobs leave the table, whatever the settings say. */
export const SHORTEST_RECORD_DAYS = 30;

const DEFAULT_DAYS = 400;

/** The periods of this installation. */
export function keptDays(): KeptDays {
  return {
    records: daysIn(KEPT_DAYS_VARIABLES.records) ?? DEFAULT_DAYS,
    archive: daysIn(KEPT_DAYS_VARIABLES.archive),
    documents: daysIn(KEPT_DAYS_VARIABLES.documents) ?? DEFAULT_DAYS,
  };
}

function daysIn(variable: string): number | undefined {
  return Number(process.env[variable]) || undefined;
}
