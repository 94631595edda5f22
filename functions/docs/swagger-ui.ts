/** The part of Swagger UI that this page uses. */

/** A map of the immutable data that Swagger UI keeps. */
export interface ImmutableMap {
  get(name: string): unknown;
  toJS(): unknown;
}

/** An operation of the list: path, method and the operation itself. */
export interface ListedOperation extends ImmutableMap {
  get(name: 'path' | 'method'): string;
  get(name: 'operation'): ImmutableMap;
}

export interface OperationList {
  filter(matches: (operation: ListedOperation) => boolean): OperationList;
  readonly size: number;
}

/** A heading of the list with its operations. */
export interface TaggedOperations {
  get(name: 'operations'): OperationList;
  set(name: 'operations', operations: OperationList): TaggedOperations;
}

export interface TagMap {
  map(change: (tagged: TaggedOperations, tag: string) => TaggedOperations): TagMap;
  filter(matches: (tagged: TaggedOperations) => boolean): TagMap;
}

/** React as Swagger UI carries it. */
export interface ReactLike {
  createElement(type: unknown, properties: object | null, ...children: unknown[]): unknown;
  useState<Value>(first: Value): [Value, (value: Value) => void];
  readonly Fragment: unknown;
}

export interface SwaggerUiSystem {
  readonly React: ReactLike;
  readonly layoutSelectors: { currentFilter(): unknown };
}

export interface SwaggerUi {
  preauthorizeApiKey(scheme: string, key: string): void;
}

/** A plugin, or a function that creates one from the running system. */
export type SwaggerUiPlugin = object | ((system: SwaggerUiSystem) => object);

export interface SwaggerUiOptions {
  readonly dom_id: string;
  readonly spec: object;
  readonly deepLinking: boolean;
  readonly docExpansion: 'none';
  readonly defaultModelsExpandDepth: number;
  readonly filter: boolean;
  readonly tryItOutEnabled: boolean;
  readonly displayRequestDuration: boolean;
  readonly persistAuthorization: boolean;
  readonly validatorUrl: null;
  readonly plugins: readonly SwaggerUiPlugin[];
  readonly onComplete: () => void;
}
