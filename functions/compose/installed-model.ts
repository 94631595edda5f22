import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { bedrockModel } from '../../lib/engines/models/amazon-bedrock-model.ts';
import { chatCompletionsModel, type Model, scriptedModel } from '../../lib/engines/models/index.ts';
import { AWS_TIME_LIMITS } from '../../lib/platform/runtime/index.ts';

/** Set by the local cloud on the functions that it runs; no stack sets it. */
const LOCAL_CLOUD_VARIABLE = 'LOCAL_CLOUD';

/** The Bedrock model for callers that name none. */
/** The inference profile that answers unless an agent or a workflow names another model. */
export const BEDROCK_MODEL = 'us.anthropic.claude-haiku-4-5-20251001-v1:0';

/** The models of an installation. */
export interface InstalledModel {
  readonly model: Model;
  /** The model that is asked when the caller names none. */
  readonly defaultModel: string;
  /** Whether a state machine can ask it, by Bedrock's Converse API. */
  readonly isOfBedrock: boolean;
}

/**
 * The models of this installation: those of Bedrock, or those of the endpoint that the setting `modelEndpoint` names.
 * On a laptop one answers by a script.
 */
export function installedModel(): InstalledModel {
  const { MODEL_ENDPOINT = '', MODEL_NAME = '', MODEL_KEY_SECRET = '' } = process.env;
  if (process.env[LOCAL_CLOUD_VARIABLE] === 'true') {
    return { model: scriptedModel, defaultModel: BEDROCK_MODEL, isOfBedrock: true };
  }
  if (MODEL_ENDPOINT === '') {
    return { model: bedrockModel(BEDROCK_MODEL), defaultModel: BEDROCK_MODEL, isOfBedrock: true };
  }
  const model = chatCompletionsModel({
    url: MODEL_ENDPOINT.replace(/\/+$/, ''),
    defaultModel: MODEL_NAME,
    key: keyOf(MODEL_KEY_SECRET),
    fetch,
  });
  return { model, defaultModel: MODEL_NAME, isOfBedrock: false };
}

/** Reads the endpoint's key once per function instance; undefined when the secret does not exist. */
function keyOf(secretId: string): () => Promise<string | undefined> {
  const client = new SecretsManagerClient(AWS_TIME_LIMITS);
  let key: string | undefined;
  return async () => {
    if (key !== undefined) return key;
    try {
      const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: secretId }));
      key = SecretString;
    } catch (error) {
      // An endpoint in one's own network may not need a key.
      if (!(error instanceof Error && error.name === 'ResourceNotFoundException')) throw error;
    }
    return key;
  };
}
