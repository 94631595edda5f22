/** Where the rows of a list come from. */
export type Source<Row> =
  | {
      /** Pages by offset: only visible ones are read. */
      readonly kind: 'offset';
      readonly path: string;
      readonly rows: (reply: never) => readonly Row[];
      readonly total: (reply: never) => number;
      /** Number of rows per page, as many as the API returns. */
      readonly limit: number;
      /** Name of the parameter, `limit` by default. */
      readonly limitName?: string;
      /** Name of the parameter with the number of a page, from 0; absent = pages are asked for by `offset`. */
      readonly pageName?: string;
      /** The list takes `ids`: visible rows are refreshed without reading the whole list again. */
      readonly byIds?: (row: Row) => string;
      /** The list takes `createdFrom`, or `createdName`: new rows are found without reading the whole list again. */
      readonly created?: (row: Row) => { readonly id: string; readonly at: string };
      readonly createdName?: string;
    }
  | {
      /** Pages one after the other. */
      readonly kind: 'cursor';
      readonly path: string;
      readonly rows: (reply: never) => readonly Row[];
      readonly next: (reply: never) => string | null;
      readonly cursorName: string;
      readonly limit: number;
    }
  | {
      /** Everything at once. */
      readonly kind: 'whole';
      readonly path: string;
      readonly rows: (reply: never) => readonly Row[];
    };
