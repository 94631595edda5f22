import { Stack, type StackProps } from 'aws-cdk-lib';
import { CfnAuthorizer, CfnIntegration, CfnRoute } from 'aws-cdk-lib/aws-apigatewayv2';
import { CfnPermission } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { Area } from '../../lib/platform/http/index.ts';
import { acknowledge } from '../acknowledge.ts';
import { LIVE } from '../constructs/canary-alias.ts';
import { AUTHORIZER, areaFunction } from '../fixed-functions.ts';
import { Names } from '../names.ts';
import type { RouteKey } from '../route-keys.ts';
import type { Units } from '../units.ts';

export interface RoutesStackProps extends StackProps {
  readonly prefix: string;
  readonly apiId: string;
  readonly areas: Units['areas'];
  /** The routes of the API; those of other areas are left out. */
  readonly routes: readonly RouteKey[];
  /** Name of this stack's authorizer; no two authorizers of an API may share one. */
  readonly authorizerName: string;
  /**
   * Seconds for which API Gateway caches an authorizer's verdict; 0 = not at all, so that a revoked key stops working
   * at once.
   */
  readonly authorizerCacheSeconds: number;
  /** Whether functions are called through the alias that a deployment moves step by step. */
  readonly canary: boolean;
}

/** The stacks of routes and the areas in each. A new area never moves another, whose routes would then exist twice. */
export const ROUTE_STACKS: Readonly<Record<string, (area: string) => boolean>> = Object.freeze({
  'routes-a-to-o': (area: string) => area < 'p',
  'routes-p-to-z': (area: string) => area >= 'p',
});

/** The routes of some areas, with the function that answers each. */
export class RoutesStack extends Stack {
  readonly #names: Names;
  readonly #apiId: string;
  readonly #canary: boolean;

  constructor(scope: Construct, id: string, props: RoutesStackProps) {
    super(scope, id, props);
    this.#names = new Names(this, props.prefix);
    this.#apiId = props.apiId;
    this.#canary = props.canary;
    const authorizer = this.#authorizer(props);
    for (const area of props.areas)
      this.#area(
        area,
        props.routes.filter((route) => route.area === area.name),
        authorizer,
      );
  }

  #authorizer({ authorizerName, authorizerCacheSeconds: cacheSeconds }: RoutesStackProps): CfnAuthorizer {
    const authorizer = new CfnAuthorizer(this, 'Authorizer', {
      apiId: this.#apiId,
      name: authorizerName,
      authorizerType: 'REQUEST',
      authorizerPayloadFormatVersion: '2.0',
      enableSimpleResponses: true,
      authorizerUri: this.#uri(AUTHORIZER.name),
      authorizerResultTtlInSeconds: cacheSeconds,
      // Without an identity source, API Gateway asks the authorizer for requests without a token as well, and they get
      // our envelope instead of the gateway's own bare 401.
      identitySource: cacheSeconds > 0 ? ['$request.header.Authorization'] : [],
    });
    this.#permit('AuthorizerPermission', AUTHORIZER.name, `authorizers/${authorizer.ref}`);
    return authorizer;
  }

  #area({ name, fallback }: Area, routes: readonly RouteKey[], authorizer: CfnAuthorizer): void {
    const lambda = areaFunction(name);
    const scope = new Construct(this, name);
    const integration = new CfnIntegration(scope, 'Integration', {
      apiId: this.#apiId,
      integrationType: 'AWS_PROXY',
      integrationUri: this.#called(lambda),
      payloadFormatVersion: '2.0',
    });
    this.#permit(`${name}-permission`, lambda, '*/*/*');
    for (const { routeKey, isPublic } of routes) {
      const route = this.#route(scope, routeKey, integration, isPublic ? undefined : authorizer);
      if (isPublic) acknowledge(route, 'AwsSolutions-APIG4', 'Public by design.');
    }
    // Called as <api>/<stage>/$default, which the permission of the other routes, <api>/*/*/*, does not cover.
    if (fallback) this.#permit('fallback-permission', lambda, '*/$default');
  }

  #route(
    scope: Construct,
    routeKey: string,
    integration: CfnIntegration,
    authorizer: CfnAuthorizer | undefined,
  ): CfnRoute {
    return new CfnRoute(scope, routeKey, {
      apiId: this.#apiId,
      routeKey,
      target: `integrations/${integration.ref}`,
      ...(authorizer
        ? { authorizationType: 'CUSTOM', authorizerId: authorizer.ref }
        : { authorizationType: 'NONE' }),
    });
  }

  /**
   * Lets API Gateway invoke a function for requests of this API: `path` is <stage>/<method>/<route> or its equivalent.
   */
  #permit(id: string, lambda: string, path: string): void {
    new CfnPermission(this, id, {
      action: 'lambda:InvokeFunction',
      functionName: this.#called(lambda),
      principal: 'apigateway.amazonaws.com',
      sourceArn: this.formatArn({ service: 'execute-api', resource: this.#apiId, resourceName: path }),
    });
  }

  /** The invoked part of a function: itself, or its alias. */
  #called(lambda: string): string {
    return `${this.#names.functionArn(lambda)}${this.#canary ? `:${LIVE}` : ''}`;
  }

  #uri(lambda: string): string {
    const { partition, region } = this;
    const arn = this.#called(lambda);
    return `arn:${partition}:apigateway:${region}:lambda:path/2015-03-31/functions/${arn}/invocations`;
  }
}
