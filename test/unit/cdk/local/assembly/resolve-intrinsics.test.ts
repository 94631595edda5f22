// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders of CloudFormation and IAM
import { describe, expect, test } from 'vitest';
import {
  NO_VALUE,
  resolveIntrinsics,
  type Scope,
} from '../../../../../cdk/local/assembly/resolve-intrinsics.ts';

const NAMES: Readonly<Record<string, ReturnType<Scope['ref']>>> = {
  'AWS::Region': 'us-east-1',
  'AWS::NoValue': NO_VALUE,
  Queue: 'queue-url',
};

const scope: Scope = {
  ref: (name) => NAMES[name],
  attribute: (id, attribute) => (id === 'Queue' && attribute === 'Arn' ? 'queue-arn' : undefined),
  imported: (name) => (name === 'Other:Table' ? 'table' : undefined),
};
const resolve = (value: unknown) => resolveIntrinsics(value, scope, 'Stack/Id');

describe('intrinsic functions', () => {
  test.each([
    [{ Ref: 'Queue' }, 'queue-url'],
    [{ 'Fn::GetAtt': ['Queue', 'Arn'] }, 'queue-arn'],
    [{ 'Fn::GetAtt': 'Queue.Arn' }, 'queue-arn'],
    [{ 'Fn::Join': ['-', ['a', { Ref: 'AWS::Region' }, 1]] }, 'a-us-east-1-1'],
    [{ 'Fn::Sub': 'x/${AWS::Region}/${Queue.Arn}/${!literal}' }, 'x/us-east-1/queue-arn/${literal}'],
    [{ 'Fn::Sub': ['${a}-${Queue}', { a: { Ref: 'AWS::Region' } }] }, 'us-east-1-queue-url'],
    [{ 'Fn::Select': ['1', { 'Fn::Split': [':', 'a:b:c'] }] }, 'b'],
    [{ 'Fn::Base64': 'hi' }, 'aGk='],
    [{ 'Fn::ImportValue': 'Other:Table' }, 'table'],
    [{ keep: 1, drop: { Ref: 'AWS::NoValue' } }, { keep: 1 }],
    [['a', { Ref: 'AWS::NoValue' }], ['a']],
    [
      { Ref: 'Queue', Other: 1 },
      { Ref: 'Queue', Other: 1 },
    ],
  ])('%j is %j', (value, expected) => {
    expect(resolve(value)).toEqual(expected);
  });

  test.each([
    [{ Ref: 'Nothing' }, 'Stack/Id: Ref "Nothing" names nothing in the template'],
    [
      { 'Fn::GetAtt': ['Queue', 'Color'] },
      'Stack/Id: Fn::GetAtt "Queue.Color" is not supported by the local cloud',
    ],
    [{ 'Fn::If': ['a', 1, 2] }, 'Stack/Id: intrinsic function Fn::If is not supported by the local cloud'],
    [{ 'Fn::ImportValue': 'Gone' }, 'Stack/Id: no stack exports "Gone"'],
    [{ 'Fn::Select': [5, ['a']] }, 'Stack/Id: Fn::Select finds no item 5'],
    [{ 'Fn::Join': ['-', [{}]] }, 'Stack/Id: expected a text, found {}'],
  ])('%j is refused, naming the place', (value, message) => {
    expect(() => resolve(value)).toThrow(message);
  });
});
