/**
 * Filters of a list by the names of their parameters. Each says whether a row passes what was asked for; the types of
 * what can be asked for are read off it.
 */
export type Filters<Row> = Readonly<Record<string, (row: Row, asked: never) => boolean>>;

/** What is asked of a list. Absent fields, and empty lists, ask for nothing. */
export type Asked<All> = {
  readonly [Name in keyof All]?:
    | (All[Name] extends (row: never, asked: infer Value) => boolean ? Value : never)
    | undefined;
};

/**
 * What a caller asks for, and nothing else: a parameter that a query declares and that no filter carries out does not
 * compile.
 */
export type Only<Given, Known> = Given & { readonly [Name in Exclude<keyof Given, keyof Known>]: never };

/** Whether a row passes everything that is asked for. Fields without a filter are not looked at. */
export function passes<Row, All extends Filters<Row>>(filters: All, row: Row, asked: Asked<All>): boolean {
  return Object.entries(filters).every(([name, filter]) => {
    const value: unknown = asked[name];
    const isAsked = value !== undefined && !(Array.isArray(value) && value.length === 0);
    return !isAsked || filter(row, value as never);
  });
}
