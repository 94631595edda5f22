import { App } from 'aws-cdk-lib';
import { describe, expect, it } from 'vitest';
import { AwsRefusal, type CallAws } from '../../../../cdk/aws-cli.ts';
import type { Plan } from '../../../../cdk/preflight/account-checks.ts';
import { checkAccount } from '../../../../cdk/preflight/check-account.ts';
import { stageOf } from '../../../../cdk/stage.ts';

const refused = (code: string) =>
  new AwsRefusal(`An error occurred (${code}) when calling the Some operation: no.`);

/** Replies of an account that lacks nothing, by service and operation. */
const READY: Readonly<Record<string, unknown>> = {
  'ssm get-parameter': { Parameter: { Value: '25' } },
  'lambda get-account-settings': { AccountLimit: { ConcurrentExecutions: 1000 } },
  'service-quotas list-service-quotas': {
    Quotas: [
      { QuotaName: 'Routes per API', Value: 300 },
      { QuotaName: 'Table-level write throughput limit', Value: 40_000 },
    ],
  },
  'service-quotas list-aws-default-service-quotas': { Quotas: [] },
  'cognito-idp list-user-pools': { UserPools: [] },
  'location list-keys': { Entries: [] },
  'bedrock get-inference-profile': { status: 'ACTIVE' },
  'bedrock get-foundation-model-availability': {
    authorizationStatus: 'AUTHORIZED',
    agreementAvailability: { status: 'AVAILABLE' },
  },
  'sesv2 get-account': { ProductionAccessEnabled: true, SendingEnabled: true },
  'sesv2 get-email-identity': { VerifiedForSendingStatus: true },
  'pinpoint-sms-voice-v2 describe-account-attributes': {
    AccountAttributes: [{ Name: 'ACCOUNT_TIER', Value: 'PRODUCTION' }],
  },
  'acm describe-certificate': {
    Certificate: { Status: 'ISSUED', SubjectAlternativeNames: ['*.shop.example'] },
  },
};

const CERTIFICATE = 'arn:aws:acm:eu-west-1:123456789012:certificate/12345678-90ab-cdef-1234-567890abcdef';
const PRODUCTION = { stage: 'prod', alarmEmail: 'ops@shop.example', emailFrom: 'orders@shop.example' };

/** What is found in an account that differs from a ready one by `changes`. */
async function found(changes: Record<string, unknown> = {}, context: Record<string, unknown> = PRODUCTION) {
  const asked: string[] = [];
  const ask: CallAws = async (service, operation) => {
    const name = `${service} ${operation}`;
    asked.push(name);
    const reply = { ...READY, ...changes }[name];
    if (reply instanceof Error) throw reply;
    return reply;
  };
  const plan: Plan = {
    stage: stageOf(new App({ context }).node),
    region: 'eu-west-1',
    routes: 167,
    reservedConcurrency: 150,
    model: 'us.maker.model-1',
  };
  const checked = await checkAccount(ask, plan);
  return { asked, open: checked.filter(({ verdict }) => verdict !== 'ready') };
}

describe('47 1.6: the preflight', () => {
  it('finds nothing in an account that is ready, and only asks what changes nothing', async () => {
    const { open, asked } = await found();
    expect(open).toEqual([]);
    expect(asked.filter((name) => !/ (?:get|list|describe)-/.test(name))).toEqual([]);
  });

  it.each([
    ['a region without bootstrap', 'ssm get-parameter', refused('ParameterNotFound'), 'npx cdk bootstrap'],
    ['an old bootstrap', 'ssm get-parameter', { Parameter: { Value: '3' } }, 'npx cdk bootstrap'],
    [
      'an account with 10 executions',
      'lambda get-account-settings',
      { AccountLimit: { ConcurrentExecutions: 10 } },
      'reserveConcurrency=false',
    ],
    [
      'fewer routes than are needed',
      'service-quotas list-service-quotas',
      { Quotas: [{ QuotaName: 'Routes per API', Value: 100 }] },
      '167 are needed',
    ],
    [
      'no sign-in in the region',
      'cognito-idp list-user-pools',
      new AwsRefusal('No endpoint.'),
      'signInIssuer',
    ],
    ['no map in the region', 'location list-keys', new AwsRefusal('No endpoint.'), 'geocoder=none'],
  ])('calls %s a problem, with the way out', async (_, question, reply, wayOut) => {
    const { open } = await found({ [question]: reply });
    expect(open).toContainEqual(
      expect.objectContaining({ verdict: 'problem', message: expect.stringContaining(wayOut) }),
    );
  });

  it.each([
    [
      'no model of that name',
      'bedrock get-inference-profile',
      refused('ResourceNotFoundException'),
      'modelEndpoint',
    ],
    [
      'no access to the model',
      'bedrock get-foundation-model-availability',
      { authorizationStatus: 'NOT_AUTHORIZED', agreementAvailability: { status: 'NOT_AVAILABLE' } },
      'Bedrock console',
    ],
    [
      'the sandbox of e-mails',
      'sesv2 get-account',
      { ProductionAccessEnabled: false, SendingEnabled: true },
      'production access',
    ],
    ['an unknown sender', 'sesv2 get-email-identity', refused('NotFoundException'), '"shop.example"'],
    [
      'the sandbox of texts',
      'pinpoint-sms-voice-v2 describe-account-attributes',
      { AccountAttributes: [{ Name: 'ACCOUNT_TIER', Value: 'SANDBOX' }] },
      'production access',
    ],
    ['a question that is forbidden', 'lambda get-account-settings', refused('AccessDenied'), 'AccessDenied'],
    ['a quota without a name', 'service-quotas list-service-quotas', { Quotas: [] }, 'default is 300'],
  ])('warns of %s, which stops no deployment', async (_, question, reply, said) => {
    const { open } = await found({ [question]: reply });
    expect(open.map(({ verdict }) => verdict)).not.toContain('problem');
    expect(open).toContainEqual(expect.objectContaining({ message: expect.stringContaining(said) }));
  });

  it('asks only for what the stage uses', async () => {
    const few = await found(
      { 'lambda get-account-settings': { AccountLimit: { ConcurrentExecutions: 100 } } },
      {
        geocoder: 'none',
        travel: 'estimate',
        map: 'none',
        modelEndpoint: 'https://models.example/v1',
        modelName: 'm',
        signInIssuer: 'https://sign-in.example',
        signInAudience: 'shop',
        emailDomain: 'shop.example',
      },
    );
    expect(few.open).toEqual([]);
    expect(few.asked.filter((name) => /location|bedrock|cognito|acm|identity/.test(name))).toEqual([]);
  });

  it('looks at the certificate of a domain', async () => {
    const domain = { ...PRODUCTION, certificateArn: CERTIFICATE };
    expect((await found({}, { ...domain, domainName: 'api.shop.example' })).open).toEqual([]);
    const other = await found({}, { ...domain, domainName: 'api.other.example' });
    expect(other.open).toMatchObject([
      { verdict: 'problem', message: expect.stringContaining('*.shop.example') },
    ]);
  });
});
