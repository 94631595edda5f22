import { isRecord } from '../../aws-json.ts';
import type { RoleCall } from '../../ports.ts';
import type { Delivered, TargetPorts } from './target.ts';

/** Temporary errors: these and outages are retried, all others are final. */
const PASSING = /Throttl|TooManyRequests|ServiceUnavailable|LimitExceeded|RequestLimit/;

/** Makes a target's call and returns its result. */
export async function callService(ports: TargetPorts, call: RoleCall): Promise<Delivered> {
  try {
    const { status, body } = await ports.callAws(call);
    if (status < 300) return { how: 'done' };
    const type = isRecord(body) && typeof body.__type === 'string' ? body.__type : String(status);
    const message = isRecord(body) && typeof body.message === 'string' ? body.message : JSON.stringify(body);
    const code = type.slice(type.indexOf('#') + 1);
    return { how: status >= 500 || PASSING.test(code) ? 'retry' : 'refused', code, message };
  } catch (error) {
    return {
      how: 'retry',
      code: 'SdkClientException',
      message: error instanceof Error ? error.message : String(error),
    };
  }
}
