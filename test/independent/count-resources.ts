import { count, json, query, rest } from './aws-requests.ts';
import type { PythonServer } from './start-python-server.ts';

/** How many resources of a type its service has. */
export const COUNTED = {
  'AWS::Lambda::Function': async (server) => (await functionsOf(server)).length,
  'AWS::Lambda::EventSourceMapping': async (server) =>
    all(await rest(server, 'lambda', '/2015-03-31/event-source-mappings/?MaxItems=10000')).length,
  'AWS::SQS::Queue': async (server) =>
    count(await query(server, 'sqs', { Action: 'ListQueues', Version: '2012-11-05' }), 'QueueUrl'),
  'AWS::IAM::Role': async (server) =>
    count(
      await query(server, 'iam', { Action: 'ListRoles', MaxItems: '1000', Version: '2010-05-08' }),
      'RoleId',
    ),
  'AWS::StepFunctions::StateMachine': async (server) =>
    ((await json(server, 'states', 'AWSStepFunctions.ListStateMachines', {})).stateMachines as unknown[])
      .length,
} as const satisfies Record<string, (server: PythonServer) => Promise<number>>;

/** The same for types that moto's CloudFormation lacks. */
export const COUNTED_BESIDES = {
  'AWS::ApiGatewayV2::Route': async (server) => {
    const apis = all(await rest(server, 'apigateway', '/v2/apis'));
    let routes = 0;
    for (const api of apis) {
      const id = api.apiId ?? api.ApiId;
      routes += all(await rest(server, 'apigateway', `/v2/apis/${id}/routes?maxResults=1000`)).length;
    }
    return routes;
  },
  'AWS::CloudWatch::Alarm': async (server) => {
    let alarms = 0;
    let token: string | undefined;
    do {
      const page = await query(server, 'monitoring', {
        Action: 'DescribeAlarms',
        Version: '2010-08-01',
        ...(token === undefined ? {} : { NextToken: token }),
      });
      alarms += count(page, 'AlarmArn');
      token = /<NextToken>(.+?)</.exec(page)?.[1];
    } while (token !== undefined);
    return alarms;
  },
  'AWS::Scheduler::Schedule': async (server) => all(await rest(server, 'scheduler', '/schedules')).length,
  'AWS::DynamoDB::GlobalTable': async (server) =>
    ((await json(server, 'dynamodb', 'DynamoDB_20120810.ListTables', {})).TableNames as unknown[]).length,
} as const satisfies Record<string, (server: PythonServer) => Promise<number>>;

/** All functions, with their variables. */
export async function functionsOf(
  server: PythonServer,
): Promise<readonly { readonly Environment?: { readonly Variables?: Readonly<Record<string, string>> } }[]> {
  return all(await rest(server, 'lambda', '/2015-03-31/functions/?MaxItems=10000'));
}

/** The only list of a reply. */
function all<Item>(reply: Readonly<Record<string, readonly Item[]>>): readonly Item[] {
  return Object.values(reply).find((value) => Array.isArray(value)) ?? [];
}
