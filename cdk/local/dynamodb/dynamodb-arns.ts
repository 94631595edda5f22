import { LOCAL_ACCOUNT, LOCAL_REGION } from '../ports.ts';

/** ARN of a table of the local cloud. */
export function tableArn(table: string): string {
  return `arn:aws:dynamodb:${LOCAL_REGION}:${LOCAL_ACCOUNT}:table/${table}`;
}

/** ARN of a table's stream. On AWS its last part is the time the stream was enabled; here it never changes. */
export function streamArn(table: string): string {
  return `${tableArn(table)}/stream/local`;
}

/** Table of a table, index or stream ARN of the local cloud; a plain name is returned unchanged. */
export function tableOfArn(nameOrArn: string): string {
  return /:table\/([^/]+)/.exec(nameOrArn)?.[1] ?? nameOrArn;
}
