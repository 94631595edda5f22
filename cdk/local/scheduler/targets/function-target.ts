import type { TargetKind } from './target.ts';

/** A Lambda function, invoked with Input parsed as JSON. */
export const functionTarget = Object.freeze<TargetKind>({
  arn: /^arn:aws:lambda:[\w-]+:\d{12}:function:[\w-]+(:[\w$-]+)?$/,
  async deliver({ functions, authorize }, { target, input }) {
    const need = { action: 'lambda:InvokeFunction', resource: target.arn };
    if (!authorize(target.roleArn, need)) {
      const message = `${target.roleArn} is not authorized to perform: lambda:InvokeFunction on resource: ${target.arn}`;
      return { how: 'refused', code: 'AccessDeniedException', message };
    }
    try {
      const result = await functions.invoke(target.arn, JSON.parse(input), { role: target.roleArn });
      if (result.ok) return { how: 'done' };
      return { how: 'retryFunction', code: result.errorType, message: result.errorMessage };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return { how: 'retry', code: 'SdkClientException', message };
    }
  },
});
