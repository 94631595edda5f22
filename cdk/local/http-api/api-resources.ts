import type { ResourceType } from '../ports.ts';

const FOR_PEOPLE = { ignored: 'a description' } as const;
const ONE_ADDRESS = { ignored: 'there is no other address locally' } as const;

/** Resource types of the HTTP API; `readApi` combines them. `baseUrl` is its local address. */
export function apiResources(baseUrl: string): readonly ResourceType[] {
  return Object.freeze<ResourceType[]>([
    {
      type: 'AWS::ApiGatewayV2::Api',
      phase: 'wiring',
      properties: {
        'CorsConfiguration.AllowHeaders': 'used',
        'CorsConfiguration.AllowMethods': 'used',
        'CorsConfiguration.AllowOrigins': 'used',
        'CorsConfiguration.ExposeHeaders': 'used',
        'CorsConfiguration.MaxAge': 'used',
        Description: FOR_PEOPLE,
        DisableExecuteApiEndpoint: ONE_ADDRESS,
        Name: FOR_PEOPLE,
        ProtocolType: 'used',
        Tags: FOR_PEOPLE,
      },
      ref: ({ physicalName }) => physicalName,
      attributes: ({ physicalName }) => ({ ApiEndpoint: baseUrl, ApiId: physicalName }),
    },
    {
      type: 'AWS::ApiGatewayV2::DomainName',
      phase: 'wiring',
      properties: { DomainName: ONE_ADDRESS, DomainNameConfigurations: ONE_ADDRESS, Tags: FOR_PEOPLE },
      ref: ({ physicalName }) => physicalName,
      attributes: () => ({ RegionalDomainName: baseUrl, RegionalHostedZoneId: 'local' }),
    },
    {
      type: 'AWS::ApiGatewayV2::ApiMapping',
      phase: 'wiring',
      properties: { ApiId: ONE_ADDRESS, DomainName: ONE_ADDRESS, Stage: ONE_ADDRESS },
      ref: ({ physicalName }) => physicalName,
      attributes: () => ({}),
    },
    {
      type: 'AWS::ApiGatewayV2::Stage',
      phase: 'wiring',
      properties: {
        AccessLogSettings: { ignored: 'there is no CloudWatch locally' },
        ApiId: 'used',
        AutoDeploy: { ignored: 'the template itself is run' },
        'DefaultRouteSettings.DetailedMetricsEnabled': { ignored: 'there is no CloudWatch locally' },
        'DefaultRouteSettings.ThrottlingBurstLimit': 'used',
        'DefaultRouteSettings.ThrottlingRateLimit': 'used',
        Description: FOR_PEOPLE,
        'RouteSettings.*.DetailedMetricsEnabled': { ignored: 'there is no CloudWatch locally' },
        'RouteSettings.*.ThrottlingBurstLimit': 'used',
        'RouteSettings.*.ThrottlingRateLimit': 'used',
        StageName: 'used',
        Tags: FOR_PEOPLE,
      },
      ref: () => '$default',
      attributes: () => ({}),
    },
    {
      type: 'AWS::ApiGatewayV2::Integration',
      phase: 'wiring',
      properties: {
        ApiId: 'used',
        Description: FOR_PEOPLE,
        IntegrationMethod: { ignored: 'functions are invoked whatever the method' },
        IntegrationType: 'used',
        IntegrationUri: 'used',
        PayloadFormatVersion: 'used',
        TimeoutInMillis: 'used',
      },
      ref: ({ physicalName }) => physicalName,
      attributes: ({ physicalName }) => ({ IntegrationId: physicalName }),
    },
    {
      type: 'AWS::ApiGatewayV2::Authorizer',
      phase: 'wiring',
      properties: {
        ApiId: 'used',
        AuthorizerPayloadFormatVersion: 'used',
        AuthorizerResultTtlInSeconds: 'used',
        AuthorizerType: 'used',
        AuthorizerUri: 'used',
        EnableSimpleResponses: 'used',
        IdentitySource: 'used',
        Name: FOR_PEOPLE,
      },
      ref: ({ physicalName }) => physicalName,
      attributes: ({ physicalName }) => ({ AuthorizerId: physicalName }),
    },
    {
      type: 'AWS::ApiGatewayV2::Route',
      phase: 'wiring',
      properties: {
        ApiId: 'used',
        AuthorizationType: 'used',
        AuthorizerId: 'used',
        OperationName: FOR_PEOPLE,
        RouteKey: 'used',
        Target: 'used',
      },
      ref: ({ physicalName }) => physicalName,
      attributes: ({ physicalName }) => ({ RouteId: physicalName }),
    },
  ]);
}
