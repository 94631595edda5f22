// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders of CloudFormation and IAM
import { describe, expect, test } from 'vitest';
import { TemplatePermissions } from '../../../../../cdk/local/iam/template-permissions.ts';
import type { Resource } from '../../../../../cdk/local/ports.ts';

const ROLE = 'arn:aws:iam::000000000000:role/worker';
const TABLE = 'arn:aws:dynamodb:us-east-1:000000000000:table/main';

const resource = (type: string, physicalName: string, properties: Record<string, unknown>): Resource => ({
  stack: 'S',
  logicalId: physicalName,
  type,
  properties,
  physicalName,
});

const role = (properties: Record<string, unknown> = {}) =>
  resource('AWS::IAM::Role', 'worker', {
    AssumeRolePolicyDocument: {
      Statement: [
        { Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { Service: 'lambda.amazonaws.com' } },
      ],
    },
    ...properties,
  });

const policy = (...statements: unknown[]) =>
  resource('AWS::IAM::Policy', 'policy', { Roles: ['worker'], PolicyDocument: { Statement: statements } });

const permissions = (...resources: Resource[]) => {
  const read = new TemplatePermissions();
  read.read(resources);
  return read;
};

const bind = (of: TemplatePermissions) => ({ refusal: of.refusal.bind(of) });

const get = { action: 'dynamodb:GetItem', resource: TABLE };

describe('a role', () => {
  test('that is denied some partition keys may not reach them, whatever else it is allowed', () => {
    const { refusal } = bind(
      permissions(
        role(),
        policy(
          { Effect: 'Allow', Action: 'dynamodb:GetItem', Resource: TABLE },
          {
            Effect: 'Deny',
            Action: 'dynamodb:GetItem',
            Resource: TABLE,
            Condition: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': ['-#credential#*'] } },
          },
        ),
      ),
    );
    const of = (pk: string) => refusal({ role: ROLE }, { ...get, context: { 'dynamodb:LeadingKeys': pk } });
    expect(of('org_a#order#1')).toBeUndefined();
    expect(of('-#identity#1')).toBeUndefined();
    expect(of('-#credential#1')).toContain('with an explicit deny');
  });

  test('that is allowed some partition keys may reach no other ones', () => {
    const put = { action: 'dynamodb:PutItem', resource: TABLE };
    const { refusal } = bind(
      permissions(
        role(),
        policy({
          Effect: 'Allow',
          Action: 'dynamodb:PutItem',
          Resource: TABLE,
          Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['-#keyUse#*'] } },
        }),
      ),
    );
    const of = (pk: string) => refusal({ role: ROLE }, { ...put, context: { 'dynamodb:LeadingKeys': pk } });
    expect(of('-#keyUse#key_1')).toBeUndefined();
    expect(of('-#credential#1')).toContain('dynamodb:PutItem');
    expect(refusal({ role: ROLE }, put)).toBeUndefined();
  });

  test.each([
    [{ Effect: 'Allow', Action: 'dynamodb:GetItem', Resource: TABLE }],
    [{ Effect: 'Allow', Action: ['dynamodb:Get*'], Resource: [`${TABLE}/index/*`, TABLE] }],
    [{ Effect: 'Allow', Action: 'DYNAMODB:getitem', Resource: 'arn:aws:dynamodb:*:*:table/mai?' }],
    [{ Effect: 'Allow', Action: '*', Resource: '*', Condition: { Bool: { 'aws:SecureTransport': 'true' } } }],
    [
      {
        Effect: 'Allow',
        Action: '*',
        Resource: '*',
        Condition: { StringEquals: { 'AWS:SourceAccount': '000000000000' } },
      },
    ],
  ])('may do what %j says', (statement) => {
    expect(permissions(role(), policy(statement)).refusal({ role: ROLE }, get)).toBeUndefined();
  });

  test.each([
    [{ Effect: 'Allow', Action: 'dynamodb:PutItem', Resource: TABLE }],
    [{ Effect: 'Allow', Action: 'dynamodb:GetItem', Resource: `${TABLE}/index/*` }],
    [{ Effect: 'Allow', Action: 'dynamodb:GetItem', Resource: `${TABLE}2` }],
    [
      {
        Effect: 'Allow',
        Action: '*',
        Resource: '*',
        Condition: { StringNotEquals: { 'aws:RequestedRegion': 'us-east-1' } },
      },
    ],
  ])('may not do what %j does not say', (statement) => {
    expect(permissions(role(), policy(statement)).refusal({ role: ROLE }, get)).toBe(
      `User: arn:aws:sts::000000000000:assumed-role/worker/local is not authorized to perform: dynamodb:GetItem on resource: ${TABLE} because no identity-based policy allows the dynamodb:GetItem action`,
    );
  });

  test('may not do what is denied, whatever allows it', () => {
    const allow = { Effect: 'Allow', Action: '*', Resource: '*' };
    const deny = { Effect: 'Deny', Action: 'dynamodb:*', Resource: TABLE };
    expect(permissions(role(), policy(allow, deny)).refusal({ role: ROLE }, get)).toContain(
      'with an explicit deny in an identity-based policy',
    );
    const queue = 'arn:aws:sqs:us-east-1:000000000000:q';
    const queuePolicy = (condition: unknown) =>
      resource('AWS::SQS::QueuePolicy', 'qp', {
        PolicyDocument: {
          Statement: {
            Effect: 'Deny',
            Action: 'sqs:*',
            Resource: queue,
            Principal: { AWS: '*' },
            Condition: condition,
          },
        },
      });
    const need = { action: 'sqs:SendMessage', resource: queue };
    const overTls = permissions(
      role(),
      policy(allow),
      queuePolicy({ Bool: { 'aws:SecureTransport': 'false' } }),
    );
    expect(overTls.refusal({ role: ROLE }, need)).toBeUndefined();
    const always = permissions(
      role(),
      policy(allow),
      queuePolicy({ Bool: { 'aws:SecureTransport': 'true' } }),
    );
    expect(always.refusal({ role: ROLE }, need)).toContain(
      'with an explicit deny in a resource-based policy',
    );
  });

  test('has its inline, its managed and its attached policies', () => {
    const statement = { Effect: 'Allow', Action: 'dynamodb:GetItem', Resource: TABLE };
    const inline = role({ Policies: [{ PolicyName: 'p', PolicyDocument: { Statement: [statement] } }] });
    expect(permissions(inline).refusal({ role: ROLE }, get)).toBeUndefined();
    const basic = 'arn:aws:iam::aws:policy/service-role/AWSLambdaDynamoDBExecutionRole';
    expect(
      permissions(role({ ManagedPolicyArns: [basic] })).refusal(
        { role: ROLE },
        { action: 'dynamodb:GetRecords', resource: `${TABLE}/stream/x` },
      ),
    ).toBeUndefined();
    const own = resource('AWS::IAM::ManagedPolicy', 'own', { PolicyDocument: { Statement: statement } });
    const attached = role({ ManagedPolicyArns: ['arn:aws:iam::000000000000:policy/own'] });
    expect(permissions(attached, own).refusal({ role: ROLE }, get)).toBeUndefined();
  });

  test('passes a role on only to the service that the condition names', () => {
    const pass = policy({
      Effect: 'Allow',
      Action: 'iam:PassRole',
      Resource: ROLE,
      Condition: { StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' } },
    });
    const asked = (service: string) =>
      permissions(role(), pass).refusal(
        { role: ROLE },
        { action: 'iam:PassRole', resource: ROLE, context: { 'iam:PassedToService': service } },
      );
    expect(asked('scheduler.amazonaws.com')).toBeUndefined();
    expect(asked('lambda.amazonaws.com')).toContain('not authorized');
  });

  test('is known to trust the services of its trust policy', () => {
    expect(permissions(role()).trusts(ROLE, 'lambda.amazonaws.com')).toBe(true);
    expect(permissions(role()).trusts(ROLE, 'states.amazonaws.com')).toBe(false);
  });
});

describe('a policy that cannot be evaluated', () => {
  test.each([
    [{ Effect: 'Allow', NotAction: 'a:b', Resource: '*' }, 'PolicyDocument.Statement.0.NotAction'],
    [{ Effect: 'Allow', Action: 'a:b', NotResource: '*' }, 'PolicyDocument.Statement.0.NotResource'],
    [
      { Effect: 'Allow', Action: 'a:b', Resource: 'arn:${aws:username}' },
      'PolicyDocument.Statement.0.Resource',
    ],
    [
      { Effect: 'Allow', Action: 'a:b', Resource: '*', Condition: { IpAddress: { 'aws:SourceIp': '1' } } },
      'PolicyDocument.Statement.0.Condition.IpAddress',
    ],
    [
      {
        Effect: 'Allow',
        Action: 'a:b',
        Resource: '*',
        Condition: { StringEquals: { 'dynamodb:Attributes': '1' } },
      },
      'PolicyDocument.Statement.0.Condition.StringEquals.dynamodb:Attributes',
    ],
  ])('stops the start: %j', (statement, property) => {
    expect(() => permissions(role(), policy(statement))).toThrow(
      `S/policy: AWS::IAM::Policy property ${property} is not supported by the local cloud`,
    );
  });

  test('stops the start when a managed policy is not known', () => {
    const admin = role({ ManagedPolicyArns: ['arn:aws:iam::aws:policy/AdministratorAccess'] });
    expect(() => permissions(admin)).toThrow('property ManagedPolicyArns is not supported');
  });
});

describe('a service that invokes a function', () => {
  const need = {
    action: 'lambda:InvokeFunction',
    resource: 'arn:aws:lambda:us-east-1:000000000000:function:orders',
  };
  const allowed = permissions(
    resource('AWS::Lambda::Permission', 'p', {
      Action: 'lambda:InvokeFunction',
      FunctionName: need.resource,
      Principal: 'apigateway.amazonaws.com',
      SourceArn: 'arn:aws:execute-api:us-east-1:000000000000:api/*/*/v1/order/{id}',
    }),
  );
  const ask = (service: string, path: string) =>
    allowed.refusal(
      { service, sourceArn: `arn:aws:execute-api:us-east-1:000000000000:api/$default/GET${path}` },
      need,
    );

  test('may when a permission names it and its resource', () => {
    expect(ask('apigateway.amazonaws.com', '/v1/order/{id}')).toBeUndefined();
  });

  test('may not otherwise', () => {
    expect(ask('apigateway.amazonaws.com', '/v1/job/{id}')).toContain('no resource-based policy allows');
    expect(ask('events.amazonaws.com', '/v1/order/{id}')).toContain('no resource-based policy allows');
  });
});
