import { apiDocument } from '../../../functions/api/meta/api-document.ts';
import { dereference } from '../dereference.ts';

/** A place in a request where a caller names a thing by its id. */
export interface IdField {
  /** The operation's id, as `assignRoute`. */
  readonly operation: string;
  readonly in: 'query' | 'body';
  /** Steps to the field from the body, 0 for the first of a list; one step for a query parameter. */
  readonly path: readonly (string | number)[];
  /** Whether the field holds a list of ids. */
  readonly isList: boolean;
}

type Schema = Readonly<Record<string, unknown>>;

/** Names of fields with ids of things that are kept. */
const NAMED = /(^id$|Ids?$|_ids?$|^ids$|Identifiers?$)/;

/** Names for things of others: of the platform, of carriers, of issuers of tokens. */
const ELSEWHERE = /^(timezoneId|inputTimezoneId|auth0Id|.*PlaceId|provider(Id|_id|Ids)|templateId)$/;

/** Every place of every request, as the OpenAPI document has them. */
export function idFields(): readonly IdField[] {
  const document = JSON.parse(JSON.stringify(apiDocument()));
  const paths = Object.values(Object(dereference(document.paths, document))) as readonly Schema[];
  return paths
    .flatMap((methods) => Object.values(methods) as readonly Schema[])
    .flatMap((operation) => {
      const {
        operationId,
        requestBody,
        parameters = [],
      } = operation as {
        operationId: string;
        requestBody?: { content: Record<string, { schema: Schema }> };
        parameters?: readonly { in: string; name: string }[];
      };
      const schema = requestBody?.content['application/json']?.schema ?? {};
      const inQuery = parameters
        .filter((one) => one.in === 'query' && isId(one.name))
        .map(({ name }) => ({ operation: operationId, in: 'query' as const, path: [name], isList: false }));
      const inBody = fieldsIn(schema).map((one) => ({ operation: operationId, in: 'body' as const, ...one }));
      const known = new Map([...inQuery, ...inBody].map((one) => [`${one.in} ${one.path.join('.')}`, one]));
      return [...known.values()];
    });
}

function isId(name: string): boolean {
  return NAMED.test(name) && !ELSEWHERE.test(name);
}

function fieldsIn(schema: Schema, path: IdField['path'] = []): readonly Pick<IdField, 'path' | 'isList'>[] {
  const {
    properties = {},
    items,
    anyOf = [],
    oneOf = [],
    allOf = [],
  } = schema as {
    properties?: Readonly<Record<string, Schema>>;
    items?: Schema;
    anyOf?: readonly Schema[];
    oneOf?: readonly Schema[];
    allOf?: readonly Schema[];
  };
  const own = Object.entries(properties).flatMap(([name, field]) => {
    const here = [...path, name];
    return [...(isId(name) ? [{ path: here, isList: isListOf(field) }] : []), ...fieldsIn(field, here)];
  });
  return [
    ...own,
    ...(items ? fieldsIn(items, [...path, 0]) : []),
    ...[...anyOf, ...oneOf, ...allOf].flatMap((part) => fieldsIn(part, path)),
  ];
}

function isListOf(field: Schema): boolean {
  const { items, anyOf = [], oneOf = [] } = field as { items?: Schema; anyOf?: Schema[]; oneOf?: Schema[] };
  return items !== undefined || [...anyOf, ...oneOf].some(isListOf);
}

/** Kinds of things that a field may name, by the prefixes of their ids; the first pattern that fits decides. */
const PREFIXES: readonly (readonly [field: RegExp, prefixes: readonly string[]])[] = [
  [/order_?ids?$/i, ['ord']],
  [/jobId$/, ['job']],
  [/taskId$/, ['tsk']],
  [/deliveryId$/i, ['dlv']],
  [/storeLocationIds?$/i, ['store']],
  [/(driver|courier|assignee)Ids?$/i, ['cou']],
  [/vehicleIds?$/i, ['vhc']],
  [/routeIds?$/i, ['rte']],
  [/driverGroupIds?$/, ['cntr']],
  [/(contractIds?|ContractIds?)$/, ['cntr']],
  [/zoneIds?$/i, ['zone']],
  [/deliveryWindowIds?$/i, ['dw']],
  [/(optionsGroupIds?|OptionsGroupId|StrategyId)$/, ['opn']],
  [/notificationGroupIds|destinationId$/, ['ntg']],
  [/triggerId$/, ['ntr']],
  [/emailTemplateId$/, ['etp']],
  [/endpointId$/, ['ep']],
  [/msgId$/, ['msg']],
  [/agentId$/, ['agt']],
  [/customEventDefinitionId$/, ['ced']],
  [/roleIds$/, ['role']],
  [/stopIds?$/i, ['stp']],
  [/productId$/i, ['prd']],
  [/quoteId$/, ['qot']],
  [/organizationIds?$/, ['org']],
  [/restriction_ids$/, ['zone']],
];

/** Fields whose names say nothing about the kind, such as `ids`, are tried with these. */
const ANY = ['ord', 'store'];

/** Ids of the victim that a field could name. */
export function candidatesFor({ path }: IdField, known: readonly string[]): readonly string[] {
  const field = String(path.findLast((step) => typeof step === 'string'));
  const [, prefixes = ANY] = PREFIXES.find(([pattern]) => pattern.test(field)) ?? [];
  return prefixes.flatMap((prefix) => known.findLast((id) => id.startsWith(`${prefix}_`)) ?? []);
}

/** The value with another one at the path; lists and objects on the way are created where there are none. */
export function withAt(value: unknown, [step, ...rest]: IdField['path'], put: unknown): unknown {
  if (step === undefined) return put;
  if (typeof step === 'number') {
    const list = Array.isArray(value) ? value : [];
    return [withAt(list[step], rest, put), ...list.slice(1)];
  }
  const object = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  return { ...object, [step]: withAt(Reflect.get(object, step), rest, put) };
}
