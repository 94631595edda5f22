import { type Resource, UnsupportedInTemplate } from '../ports.ts';
import type { Cors } from './answer-browsers.ts';
import type { Authorizer } from './authorize-request.ts';
import type { Throttle } from './limit-rate.ts';

/** One route of the API with everything that belongs to it. */
export interface ApiRoute {
  readonly routeKey: string;
  readonly functionArn: string;
  /** How long the function may take before the gateway answers. */
  readonly timeoutMs: number;
  readonly authorizer: Authorizer | undefined;
}

/** The template's HTTP API, combined from its resources. */
export interface HttpApiModel {
  readonly apiId: string;
  readonly stage: string;
  readonly routes: readonly ApiRoute[];
  /** Origins whose scripts may call it; undefined = none. */
  readonly cors?: Cors | undefined;
  /** Of the stage; undefined when the template sets none. */
  readonly throttle: Throttle | undefined;
  /** Throttles of single routes, by route key. */
  readonly routeThrottles: ReadonlyMap<string, Throttle>;
}

/** API Gateway's defaults. */
const DEFAULT_INTEGRATION_TIMEOUT_MS = 30_000;
const DEFAULT_AUTHORIZER_TTL_S = 300;

/**
 * Reads the API from the resolved resources; undefined when the template has none. Throws `UnsupportedInTemplate` for a
 * second API and for kinds of routes that the local cloud does not run.
 */
export function readApi(resources: readonly Resource[]): HttpApiModel | undefined {
  const of = (type: string) => resources.filter((resource) => resource.type === `AWS::ApiGatewayV2::${type}`);
  const [api, second] = of('Api');
  if (api === undefined) return undefined;
  if (second !== undefined) throw new UnsupportedInTemplate(second, '', 'only one API can run locally');
  expectValue(api, 'ProtocolType', 'HTTP');
  const [stage, secondStage] = of('Stage');
  if (stage === undefined) throw new UnsupportedInTemplate(api, '', 'it has no stage');
  if (secondStage !== undefined)
    throw new UnsupportedInTemplate(secondStage, '', 'only one stage can run locally');
  expectValue(stage, 'StageName', '$default');
  const integrations = new Map(of('Integration').map((one) => [one.physicalName, readIntegration(one)]));
  const authorizers = new Map(of('Authorizer').map((one) => [one.physicalName, readAuthorizer(one)]));
  const routes = of('Route').map((route) => readRoute(route, integrations, authorizers));
  const routeSettings = (stage.properties.RouteSettings ?? {}) as Record<string, unknown>;
  return {
    apiId: api.physicalName,
    stage: String(stage.properties.StageName),
    routes,
    cors: readCors(api.properties.CorsConfiguration),
    throttle: readThrottle(stage.properties.DefaultRouteSettings),
    routeThrottles: new Map(
      Object.entries(routeSettings).flatMap(([routeKey, settings]) => {
        const throttle = readThrottle(settings);
        return throttle === undefined ? [] : [[routeKey, throttle] as const];
      }),
    ),
  };
}

function readCors(settings: unknown): Cors | undefined {
  if (settings === undefined) return undefined;
  const { AllowHeaders, AllowMethods, AllowOrigins, ExposeHeaders, MaxAge } = settings as Record<
    string,
    unknown
  >;
  const texts = (value: unknown) => ((value ?? []) as unknown[]).map(String);
  return {
    origins: texts(AllowOrigins),
    methods: texts(AllowMethods),
    headers: texts(AllowHeaders),
    exposed: texts(ExposeHeaders),
    maxAgeSeconds: Number(MaxAge ?? 0),
  };
}

interface Integration {
  readonly functionArn: string;
  readonly timeoutMs: number;
}

function readIntegration(resource: Resource): Integration {
  expectValue(resource, 'IntegrationType', 'AWS_PROXY');
  expectValue(resource, 'PayloadFormatVersion', '2.0');
  return {
    functionArn: functionArnIn(String(resource.properties.IntegrationUri)),
    timeoutMs: Number(resource.properties.TimeoutInMillis ?? DEFAULT_INTEGRATION_TIMEOUT_MS),
  };
}

function readAuthorizer(resource: Resource): Authorizer {
  expectValue(resource, 'AuthorizerType', 'REQUEST');
  expectValue(resource, 'AuthorizerPayloadFormatVersion', '2.0');
  expectValue(resource, 'EnableSimpleResponses', true);
  const identitySources = ((resource.properties.IdentitySource ?? []) as unknown[]).map(String);
  for (const source of identitySources) {
    if (!/^\$(request\.(header|querystring)|context)\.[^.]+$/.test(source)) {
      throw new UnsupportedInTemplate(resource, 'IdentitySource', `"${source}"`);
    }
  }
  const ttlS = resource.properties.AuthorizerResultTtlInSeconds;
  return {
    id: resource.physicalName,
    functionArn: functionArnIn(String(resource.properties.AuthorizerUri)),
    identitySources,
    // Without identity sources there is no key for caching an answer.
    ttlMs: identitySources.length === 0 ? 0 : Number(ttlS ?? DEFAULT_AUTHORIZER_TTL_S) * 1000,
  };
}

function readRoute(
  resource: Resource,
  integrations: ReadonlyMap<string, Integration>,
  authorizers: ReadonlyMap<string, Authorizer>,
): ApiRoute {
  const { RouteKey, Target, AuthorizationType = 'NONE', AuthorizerId } = resource.properties;
  const integration = integrations.get(String(Target).replace('integrations/', ''));
  if (integration === undefined) throw new UnsupportedInTemplate(resource, 'Target', String(Target));
  if (AuthorizationType !== 'NONE' && AuthorizationType !== 'CUSTOM') {
    throw new UnsupportedInTemplate(resource, 'AuthorizationType', `"${AuthorizationType}"`);
  }
  const authorizer = AuthorizationType === 'CUSTOM' ? authorizers.get(String(AuthorizerId)) : undefined;
  if (AuthorizationType === 'CUSTOM' && authorizer === undefined) {
    throw new UnsupportedInTemplate(resource, 'AuthorizerId', String(AuthorizerId));
  }
  return { routeKey: String(RouteKey), ...integration, authorizer };
}

function readThrottle(settings: unknown): Throttle | undefined {
  const { ThrottlingRateLimit, ThrottlingBurstLimit } = (settings ?? {}) as Record<string, unknown>;
  if (ThrottlingRateLimit === undefined && ThrottlingBurstLimit === undefined) return undefined;
  // API Gateway uses the account's limit where one is not set.
  const ratePerSecond = Number(ThrottlingRateLimit ?? 10_000);
  return { ratePerSecond, burst: Number(ThrottlingBurstLimit ?? 5_000) };
}

/** The function of `arn:aws:apigateway:...:path/2015-03-31/functions/<arn>/invocations`, or the ARN itself. */
function functionArnIn(uri: string): string {
  return /\/functions\/(.+)\/invocations$/.exec(uri)?.[1] ?? uri;
}

function expectValue(resource: Resource, property: string, value: unknown): void {
  const found = resource.properties[property];
  if (found !== value)
    throw new UnsupportedInTemplate(resource, property, `"${found}"; only "${value}" is supported locally`);
}
