import type { ResourceType } from '../ports.ts';

const OF_COGNITO = { ignored: 'everybody signs in locally without a password' } as const;

/** Id of the one client whose tokens are accepted here. */
export const LOCAL_CLIENT_ID = 'local-console';

/** A Cognito user pool is the local issuer, whatever its settings: `issuer` is its address. */
export function signInResources(issuer: string): readonly ResourceType[] {
  return Object.freeze<ResourceType[]>([
    {
      type: 'AWS::Cognito::UserPool',
      phase: 'wiring',
      properties: {
        AccountRecoverySetting: OF_COGNITO,
        AdminCreateUserConfig: OF_COGNITO,
        AutoVerifiedAttributes: OF_COGNITO,
        DeletionProtection: OF_COGNITO,
        EmailConfiguration: OF_COGNITO,
        EmailVerificationMessage: OF_COGNITO,
        EnabledMfas: OF_COGNITO,
        MfaConfiguration: OF_COGNITO,
        EmailVerificationSubject: OF_COGNITO,
        Policies: OF_COGNITO,
        Schema: OF_COGNITO,
        SmsVerificationMessage: OF_COGNITO,
        UserAttributeUpdateSettings: OF_COGNITO,
        UserPoolTags: OF_COGNITO,
        UsernameAttributes: OF_COGNITO,
        UsernameConfiguration: OF_COGNITO,
        VerificationMessageTemplate: OF_COGNITO,
      },
      ref: ({ physicalName }) => physicalName,
      attributes: ({ physicalName }) => ({ ProviderURL: issuer, UserPoolId: physicalName }),
    },
    {
      type: 'AWS::Cognito::UserPoolClient',
      phase: 'wiring',
      properties: {
        AllowedOAuthFlows: OF_COGNITO,
        AllowedOAuthFlowsUserPoolClient: OF_COGNITO,
        AllowedOAuthScopes: OF_COGNITO,
        CallbackURLs: OF_COGNITO,
        ExplicitAuthFlows: OF_COGNITO,
        GenerateSecret: OF_COGNITO,
        IdTokenValidity: OF_COGNITO,
        LogoutURLs: OF_COGNITO,
        PreventUserExistenceErrors: OF_COGNITO,
        RefreshTokenValidity: OF_COGNITO,
        SupportedIdentityProviders: OF_COGNITO,
        TokenValidityUnits: OF_COGNITO,
        UserPoolId: OF_COGNITO,
      },
      ref: () => LOCAL_CLIENT_ID,
      attributes: () => ({ ClientId: LOCAL_CLIENT_ID }),
    },
    {
      type: 'AWS::Cognito::UserPoolDomain',
      phase: 'wiring',
      properties: { Domain: OF_COGNITO, UserPoolId: OF_COGNITO },
      ref: ({ physicalName }) => physicalName,
      attributes: () => ({}),
    },
  ]);
}
