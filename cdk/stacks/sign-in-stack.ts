import { CfnOutput, Duration, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import {
  AccountRecovery,
  Mfa,
  OAuthScope,
  UserPool,
  type UserPoolClient,
  UserPoolEmail,
} from 'aws-cdk-lib/aws-cognito';
import type { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';
import type { Stage } from '../stage.ts';

const MFA = { off: Mfa.OFF, optional: Mfa.OPTIONAL, required: Mfa.REQUIRED } as const;

export interface SignInStackProps extends StackProps {
  readonly prefix: string;
  /** Address of the API, below which the console is. */
  readonly baseUrl: string;
  readonly mfa: Stage['signIn']['mfa'];
  readonly selfSignUp: boolean;
  readonly sender: string | undefined;
}

/**
 * The default issuer of sign-in tokens: a Cognito user pool. An account alone gives no access: it needs the verified
 * address of a user whom an administrator of an organization created.
 */
export class SignInStack extends Stack {
  /** Value of `SIGN_IN_ISSUERS`: the issuer with the client for which its tokens are issued. */
  readonly issuers: string;

  constructor(scope: Construct, id: string, props: SignInStackProps) {
    super(scope, id, props);
    const pool = this.#pool(props);
    const client = this.#client(pool, props.baseUrl);
    const domain = pool.addDomain('Domain', {
      cognitoDomain: { domainPrefix: `${props.prefix}-${this.account}` },
    });
    const { userPoolProviderUrl } = pool;
    const { userPoolClientId } = client;
    for (const value of [userPoolProviderUrl, userPoolClientId]) this.exportValue(value);
    this.issuers = `[{"issuer":"${userPoolProviderUrl}","audience":["${userPoolClientId}"]}]`;
    new CfnOutput(this, 'UserPoolId', { value: pool.userPoolId });
    new CfnOutput(this, 'SignInIssuer', { value: userPoolProviderUrl });
    new CfnOutput(this, 'SignInClientId', { value: userPoolClientId });
    new CfnOutput(this, 'SignInDomain', { value: domain.domainName });
  }

  #pool({ mfa, selfSignUp, sender }: SignInStackProps): UserPool {
    const pool = new UserPool(this, 'Users', {
      signInAliases: { email: true },
      signInCaseSensitive: false,
      selfSignUpEnabled: selfSignUp,
      autoVerify: { email: true },
      // A new address counts only once it is verified; until then the old one does.
      keepOriginal: { email: true },
      standardAttributes: { email: { required: true, mutable: true } },
      passwordPolicy: {
        minLength: 12,
        requireDigits: true,
        requireLowercase: true,
        requireUppercase: true,
        requireSymbols: true,
      },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      mfa: MFA[mfa],
      // An app on the phone; text messages cost, and can be taken over.
      mfaSecondFactor: { sms: false, otp: true },
      ...(sender ? { email: this.#senderOf(sender) } : {}),
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    if (mfa !== 'required')
      acknowledge(pool, 'AwsSolutions-COG2', 'The installation decides whether to require a second factor.');
    acknowledge(pool, 'AwsSolutions-COG8', 'The installation decides on the features of the Plus tier.');
    return pool;
  }

  #senderOf(fromEmail: string): UserPoolEmail {
    const [, sesVerifiedDomain = ''] = fromEmail.split('@');
    return UserPoolEmail.withSES({ fromEmail, sesVerifiedDomain, sesRegion: this.region });
  }

  #client(pool: UserPool, baseUrl: string): UserPoolClient {
    return pool.addClient('Console', {
      generateSecret: false,
      preventUserExistenceErrors: true,
      authFlows: { userSrp: true },
      oAuth: {
        flows: { authorizationCodeGrant: true },
        scopes: [OAuthScope.OPENID, OAuthScope.EMAIL, OAuthScope.PROFILE],
        callbackUrls: [`${baseUrl}/console`],
        logoutUrls: [`${baseUrl}/console`],
      },
      idTokenValidity: Duration.hours(1),
      refreshTokenValidity: Duration.days(7),
    });
  }
}
