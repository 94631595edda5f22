import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { AwsError, answerJson, isRecord, jsonBody, jsonError, textOf } from '../aws-json.ts';
import {
  type AwsCall,
  type AwsService,
  type CloudContext,
  type CloudPart,
  LOCAL_ACCOUNT,
  LOCAL_REGION,
  type LocalClock,
  type Resource,
  type ResourceType,
} from '../ports.ts';
import { generateSecret } from './generate-secret.ts';
import { openSecretFile, type SecretVersion } from './secret-file.ts';

/** What Secrets Manager needs of the cloud around it. */
export type SecretsManagerContext = Pick<CloudContext, 'clock' | 'dataDirectory'>;

const ARN_PREFIX = `arn:aws:secretsmanager:${LOCAL_REGION}:${LOCAL_ACCOUNT}:secret:`;
/** The dash and six characters that AWS adds to a secret's name. */
const SUFFIX_LENGTH = 7;

/** ARN of a secret of the local cloud, the same at every start. */
function secretArn(name: string): string {
  return `${ARN_PREFIX}${name}-${createHash('sha256')
    .update(name)
    .digest('hex')
    .slice(0, SUFFIX_LENGTH - 1)}`;
}

type Input = Readonly<Record<string, unknown>>;

/** The secrets by name: those of the template (`names`), and those that functions created. */
function secretsIn(
  clock: Pick<LocalClock, 'now'>,
  file: ReturnType<typeof openSecretFile>,
  names: ReadonlySet<string>,
) {
  const newVersion = (value: string, id: string = randomUUID()): SecretVersion => ({
    id,
    value,
    createdAt: clock.now(),
  });

  const nameOf = (input: Input): string => {
    const id = textOf(input.SecretId) ?? '';
    const name = id.startsWith(ARN_PREFIX) ? id.slice(ARN_PREFIX.length) : id;
    const known = [name, name.slice(0, -SUFFIX_LENGTH)].find((one) => names.has(one) || file.get(one));
    if (known === undefined) {
      throw new AwsError('ResourceNotFoundException', "Secrets Manager can't find the specified secret.");
    }
    return known;
  };
  return { file, names, clock, newVersion, nameOf };
}

/** The operations on secrets. Throw `AwsError`. */
function secretOperations({ file, names, clock, newVersion, nameOf }: ReturnType<typeof secretsIn>) {
  /** Secrets that functions create themselves. */
  const createNamed = (input: Input) => {
    const name = textOf(input.Name) ?? '';
    const value = textOf(input.SecretString);
    if (name === '' || value === undefined) {
      throw new AwsError('InvalidParameterException', 'The local cloud needs a Name and a SecretString.');
    }
    const version = newVersion(value, textOf(input.ClientRequestToken));
    const present = file.get(name)?.[0];
    if (present && present.id !== version.id) {
      throw new AwsError('ResourceExistsException', `The secret ${name} already exists.`);
    }
    file.set(name, [version]);
    return { ARN: secretArn(name), Name: name, VersionId: version.id };
  };

  return {
    GetSecretValue(input: Input) {
      const name = nameOf(input);
      const versions = file.get(name) ?? [];
      const stage = textOf(input.VersionStage) ?? 'AWSCURRENT';
      const id = textOf(input.VersionId);
      const version =
        id === undefined
          ? versions[stage === 'AWSCURRENT' ? 0 : stage === 'AWSPREVIOUS' ? 1 : -1]
          : versions.find((one) => one.id === id);
      if (!version) {
        throw new AwsError(
          'ResourceNotFoundException',
          `Secrets Manager can't find the specified secret value for ${id === undefined ? `staging label: ${stage}` : `VersionId: ${id}`}`,
        );
      }
      return {
        ARN: secretArn(name),
        Name: name,
        VersionId: version.id,
        SecretString: version.value,
        VersionStages: [version === versions[0] ? 'AWSCURRENT' : 'AWSPREVIOUS'],
        CreatedDate: version.createdAt / 1000,
      };
    },

    DescribeSecret(input: Input) {
      const name = nameOf(input);
      const versions = file.get(name) ?? [];
      return {
        ARN: secretArn(name),
        Name: name,
        CreatedDate: (versions.at(-1)?.createdAt ?? 0) / 1000,
        LastChangedDate: (versions[0]?.createdAt ?? 0) / 1000,
        VersionIdsToStages: Object.fromEntries(
          versions.map(({ id }, index) => [id, [index === 0 ? 'AWSCURRENT' : 'AWSPREVIOUS']]),
        ),
      };
    },

    CreateSecret: createNamed,

    DeleteSecret(input: Input) {
      const name = nameOf(input);
      if (input.ForceDeleteWithoutRecovery !== true || names.has(name)) {
        throw new AwsError(
          'InvalidRequestException',
          'The local cloud deletes only secrets that functions created, and at once.',
        );
      }
      file.delete(name);
      return { ARN: secretArn(name), Name: name, DeletionDate: clock.now() / 1000 };
    },

    PutSecretValue(input: Input) {
      const name = nameOf(input);
      const value = textOf(input.SecretString);
      if (value === undefined) {
        throw new AwsError('InvalidParameterException', 'The local cloud takes only a SecretString.');
      }
      const version = newVersion(value, textOf(input.ClientRequestToken));
      const versions = file.get(name) ?? [];
      // The same request again changes nothing.
      if (versions[0]?.id !== version.id) file.set(name, [version, ...versions.slice(0, 1)]);
      return { ARN: secretArn(name), Name: name, VersionId: version.id, VersionStages: ['AWSCURRENT'] };
    },
  } satisfies Readonly<Record<string, (input: Input) => unknown>>;
}

/** Secrets Manager as a part of the local cloud. A value is generated once and stored. */
export function createSecretsManager(context: SecretsManagerContext): CloudPart {
  const { clock, dataDirectory } = context;
  const file = openSecretFile(dataDirectory === undefined ? undefined : join(dataDirectory, 'secrets.json'));
  const names = new Set<string>();

  const book = secretsIn(clock, file, names);

  const create = async ({ physicalName, logicalId, properties }: Resource) => {
    names.add(physicalName);
    const given = textOf(properties.SecretString);
    const stored = file.get(physicalName);
    if (given !== undefined) {
      if (stored?.[0]?.value !== given)
        file.set(physicalName, [book.newVersion(given), ...(stored ?? []).slice(0, 1)]);
      return;
    }
    if (stored) return;
    const rules = isRecord(properties.GenerateSecretString) ? properties.GenerateSecretString : {};
    try {
      file.set(physicalName, [book.newVersion(generateSecret(rules))]);
    } catch (error) {
      throw new Error(`${logicalId}: ${error instanceof Error ? error.message : String(error)}`);
    }
  };

  const operations = secretOperations(book);

  const service: AwsService = Object.freeze({
    name: 'secretsmanager',
    needs(call: AwsCall) {
      const action = `secretsmanager:${call.action}`;
      try {
        return [{ action, resource: secretArn(book.nameOf(jsonBody(call))) }];
      } catch {
        // Judged by its name, because not everybody may know whether it exists.
        const { Name, SecretId } = jsonBody(call);
        return [{ action, resource: `${ARN_PREFIX}${textOf(Name) ?? textOf(SecretId) ?? '*'}` }];
      }
    },
    handle: (call: AwsCall) =>
      answerJson(() => {
        const operation = Object.hasOwn(operations, call.action)
          ? operations[call.action as keyof typeof operations]
          : undefined;
        if (!operation) {
          throw new AwsError(
            'UnknownOperationException',
            `Secrets Manager ${call.action} is not supported by the local cloud`,
          );
        }
        return operation(jsonBody(call));
      }),
    denied: (message: string) => jsonError(new AwsError('AccessDeniedException', message)),
    idle: async () => true,
    stop: async () => undefined,
  });

  const secret: ResourceType = Object.freeze({
    type: 'AWS::SecretsManager::Secret',
    phase: 'storage',
    properties: {
      Name: 'used',
      SecretString: 'used',
      GenerateSecretString: 'used',
      Description: { ignored: 'a description' },
      KmsKeyId: { ignored: 'values are in a file that only its owner may read' },
      Tags: { ignored: 'nothing reads tags locally' },
    },
    ref: ({ physicalName }) => secretArn(physicalName),
    attributes: ({ physicalName }) => ({ Id: secretArn(physicalName) }),
    create,
  } satisfies ResourceType);

  return Object.freeze({ resourceTypes: [secret], services: [service], stop: async () => undefined });
}
