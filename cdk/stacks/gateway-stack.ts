import { CfnOutput, Duration, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  ApiMapping,
  type CfnApi,
  CorsHttpMethod,
  DomainName,
  HttpApi,
  HttpStage,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { CfnAPIKey } from 'aws-cdk-lib/aws-location';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';

export interface GatewayStackProps extends StackProps {
  /** Maximum number of requests a second of the API, and its burst. */
  readonly throttle: { readonly rateLimit: number; readonly burstLimit: number };
  /** Origins whose scripts may call the API; by default none. */
  readonly corsOrigins: readonly string[];
  /** A custom domain, which becomes the only address. */
  readonly domain: { readonly name: string; readonly certificateArn: string } | undefined;
  /** Name of the key to the console's map; undefined = none. */
  readonly mapKeyName: string | undefined;
}

/** Headers that callers send and read beyond those that every script may use. */
const SENT_HEADERS = ['authorization', 'content-type', 'idempotency-key', 'if-match', 'x-org-id'];
const READ_HEADERS = [
  'idempotent-replayed',
  'ratelimit-limit',
  'ratelimit-policy',
  'ratelimit-remaining',
  'ratelimit-reset',
  'retry-after',
  'x-request-id',
];

/** The address of the API, deployed before anything behind it, because functions need to know it, and what opens to it alone. */
export class GatewayStack extends Stack {
  readonly apiId: string;
  readonly baseUrl: string;

  constructor(scope: Construct, id: string, props: GatewayStackProps) {
    super(scope, id, props);
    const api = new HttpApi(this, 'Api', {
      createDefaultStage: false,
      description: 'Delivery orchestration',
      disableExecuteApiEndpoint: props.domain !== undefined,
      ...(props.corsOrigins.length > 0
        ? {
            corsPreflight: {
              allowOrigins: [...props.corsOrigins],
              allowMethods: [CorsHttpMethod.ANY],
              allowHeaders: SENT_HEADERS,
              exposeHeaders: READ_HEADERS,
              maxAge: Duration.hours(1),
            },
          }
        : {}),
    });
    const apiStage = new HttpStage(this, 'Stage', {
      httpApi: api,
      stageName: '$default',
      autoDeploy: true,
      throttle: props.throttle,
      accessLogSettings: {
        destination: new LogGroupLogDestination(
          new LogGroup(this, 'AccessLogs', {
            retention: RetentionDays.ONE_MONTH,
            removalPolicy: RemovalPolicy.DESTROY,
          }),
        ),
        format: AccessLogFormat.custom(ACCESS_LOG_FORMAT),
      },
    });
    this.apiId = api.apiId;
    // Exported even with a domain, because others may still import it while the domain is being added.
    const endpoint = (api.node.defaultChild as CfnApi).attrApiEndpoint;
    this.baseUrl = props.domain ? this.#domain(props.domain, api, apiStage) : endpoint;
    for (const value of [api.apiId, endpoint]) this.exportValue(value);
    new CfnOutput(this, 'BaseUrl', { value: this.baseUrl });
    if (props.mapKeyName) this.#mapKey(props.mapKeyName);
  }

  /** The key by which browsers get tiles of the map. It is no secret: it opens nothing else, and to pages of this address alone. */
  #mapKey(keyName: string): void {
    const { partition, region } = this;
    new CfnAPIKey(this, 'MapKey', {
      keyName,
      description: 'Map of the delivery console',
      noExpiry: true,
      // Without these, AWS refuses to change or delete a key that was used in the past days.
      forceUpdate: true,
      forceDelete: true,
      restrictions: {
        allowActions: ['geo-maps:GetTile'],
        allowResources: [`arn:${partition}:geo-maps:${region}::provider/default`],
        allowReferers: [`${this.baseUrl}/*`],
      },
    });
  }

  /** Puts the API at a domain. Its DNS record is an alias of the outputs' target. */
  #domain(
    { name, certificateArn }: { name: string; certificateArn: string },
    api: HttpApi,
    stage: HttpStage,
  ) {
    const domain = new DomainName(this, 'Domain', {
      domainName: name,
      certificate: Certificate.fromCertificateArn(this, 'Certificate', certificateArn),
    });
    new ApiMapping(this, 'Mapping', { api, domainName: domain, stage });
    new CfnOutput(this, 'DomainTarget', { value: domain.regionalDomainName });
    new CfnOutput(this, 'DomainTargetZone', { value: domain.regionalHostedZoneId });
    return `https://${name}`;
  }
}

/**
 * One line of JSON per request, with what only the gateway knows: why it answered itself, by its throttle or because a
 * function could not be reached. The CDK's own format names variables of REST APIs, which are empty here.
 */
const ACCESS_LOG_FORMAT = JSON.stringify({
  requestId: '$context.requestId',
  requestTime: '$context.requestTime',
  sourceIp: '$context.identity.sourceIp',
  route: '$context.routeKey',
  method: '$context.httpMethod',
  path: '$context.path',
  status: '$context.status',
  responseBytes: '$context.responseLength',
  latencyMs: '$context.responseLatency',
  gatewayError: '$context.error.message',
  integrationError: '$context.integrationErrorMessage',
  authorizerError: '$context.authorizer.error',
});
