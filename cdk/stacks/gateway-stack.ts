import { CfnOutput, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { HttpApi, HttpStage, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';

export interface GatewayStackProps extends StackProps {
  /** Requests a second that the API takes at most, and its burst. */
  readonly throttle: { readonly rateLimit: number; readonly burstLimit: number };
}

/** The address of the API, before there is anything behind it: functions have to know it. */
export class GatewayStack extends Stack {
  readonly apiId: string;
  readonly baseUrl: string;

  constructor(scope: Construct, id: string, props: GatewayStackProps) {
    super(scope, id, props);
    const api = new HttpApi(this, 'Api', {
      createDefaultStage: false,
      description: 'Delivery orchestration',
    });
    new HttpStage(this, 'Stage', {
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
    this.baseUrl = api.apiEndpoint;
    for (const value of [api.apiId, api.apiEndpoint]) this.exportValue(value);
    new CfnOutput(this, 'BaseUrl', { value: this.baseUrl });
  }
}

/**
 * One line of JSON per request, with what only the gateway knows: why it answered itself, by its throttle or because
 * a function could not be reached. The format that the CDK gives names variables of REST APIs, which are empty here.
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
