import { bedrockModel } from '../lib/models/amazon-bedrock-model.ts';
import { type Model, scriptedModel } from '../lib/models/index.ts';

/** Set by the local cloud on the functions that it runs; no stack sets it. */
const LOCAL_CLOUD_VARIABLE = 'LOCAL_CLOUD';

/** The model that is asked where nobody names one. */
export const DEFAULT_MODEL = 'us.anthropic.claude-haiku-4-5-20251001-v1:0';

/** The models of this installation: those of Bedrock, and on a laptop one that answers by a script. */
export function installedModel(): Model {
  return process.env[LOCAL_CLOUD_VARIABLE] === 'true' ? scriptedModel : bedrockModel(DEFAULT_MODEL);
}
