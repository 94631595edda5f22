import { CONVERSE_TASK } from '../../../../lib/engines/models/amazon-task-call.ts';
import { isObject, toJson } from '../language/json.ts';
import { StatesError } from '../language/states-error.ts';
import { type Integration, refuseOtherParameters } from './integration.ts';

/** The right that the Converse API requires. */
const ACTION = 'bedrock:InvokeModel';

/** The call of the Converse API, answered by the scripted model. */
export const bedrockConverse = Object.freeze<Integration>({
  check: (parameters) =>
    refuseOtherParameters(parameters, ['ModelId', 'System', 'Messages', 'InferenceConfig', 'ToolConfig']),
  async call(ports, parameters) {
    const model = isObject(parameters) ? parameters.ModelId : undefined;
    if (typeof model !== 'string') throw new StatesError('States.Runtime', `${CONVERSE_TASK} needs ModelId`);
    const resource = `arn:aws:bedrock:us-east-1::foundation-model/${model}`;
    if (!ports.authorize(ports.roleArn, { action: ACTION, resource })) {
      throw new StatesError(
        'BedrockRuntime.AccessDeniedException',
        `User: ${ports.roleArn} is not authorized to perform: ${ACTION} on resource: ${resource}`,
      );
    }
    // Imported late: most starts never ask a model.
    const { scriptedConverse } = await import('../../../../lib/engines/models/index.ts');
    const answer = await scriptedConverse(parameters).catch((error: unknown) => {
      throw new StatesError('BedrockRuntime.ModelErrorException', String(error));
    });
    return toJson(answer);
  },
});
