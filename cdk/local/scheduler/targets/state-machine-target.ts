import { callService } from './call-service.ts';
import type { TargetKind } from './target.ts';

/** A state machine, started with Input. The name prevents a repeated firing from starting a second execution. */
export const stateMachineTarget = Object.freeze<TargetKind>({
  arn: /^arn:aws:states:[\w-]+:\d{12}:stateMachine:[\w-]+$/,
  async deliver(ports, { target, input, executionId }) {
    const delivered = await callService(ports, {
      roleArn: target.roleArn,
      service: 'states',
      action: 'StartExecution',
      body: { stateMachineArn: target.arn, name: executionId, input },
    });
    const started = delivered.how === 'refused' && delivered.code === 'ExecutionAlreadyExists';
    return started ? { how: 'done' } : delivered;
  },
});
