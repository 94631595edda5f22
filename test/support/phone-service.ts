import { workExample } from '../../functions/api/driver/work-schema.ts';
import type { Answer, Server } from '../../functions/driver-app/engine/server.ts';

interface SentReport {
  readonly key: string;
  readonly kind: string;
  readonly [name: string]: unknown;
}

/** A service that a phone talks to: it carries a report out once by its key, as the API does. */
export interface PhoneService {
  readonly server: Server;
  /** Reports that were carried out, in order. */
  readonly carriedOut: SentReport[];
  /** Documents that were completed. */
  readonly documents: string[];
  /** Refuses reports of which this is true. */
  refuses: (report: SentReport) => boolean;
  /** Called before each request: `lost` = it does not arrive, `unanswered` = it arrives, and its reply is lost. */
  network: () => 'up' | 'lost' | 'unanswered';
}

export function phoneService(): PhoneService {
  const results = new Map<string, 'done' | 'refused'>();
  const service: PhoneService = {
    carriedOut: [],
    documents: [],
    refuses: () => false,
    network: () => 'up',
    server: {
      signIn: () =>
        over({ token: 'dos_1', driver: { id: 'cou_1', firstName: 'Ana' }, organization: { name: 'Bakery' } }),
      renew: () => over({}),
      pushKey: () => over({ publicKey: '' }),
      setPush: () => over({}),
      work: () => over(workExample),
      announce: () =>
        over({
          id: `doc_${service.documents.length}`,
          upload: { url: 'https://bucket', headers: {}, expiresAt: '2026-03-05T17:15:00.000Z' },
        }),
      upload: () => over(undefined),
      complete: (_token, id) => {
        return over({}, () => service.documents.push(id));
      },
      report: (_token, body) =>
        over({
          results: () =>
            (body as { readonly reports: readonly SentReport[] }).reports.map((report) => {
              const known = results.get(report.key);
              const outcome = known ?? (service.refuses(report) ? 'refused' : 'done');
              results.set(report.key, outcome);
              if (known === undefined && outcome === 'done') service.carriedOut.push(report);
              const refusal =
                outcome === 'done' ? null : { code: 'DISALLOWED_OPERATION', message: 'Not now.' };
              return { key: report.key, outcome, refusal };
            }),
        }),
    },
  };
  async function over<Reply>(
    reply: object | undefined,
    effect: () => void = () => undefined,
  ): Promise<Answer<Reply>> {
    const state = service.network();
    if (state === 'lost') return { is: 'unreachable' };
    effect();
    const body = Object.fromEntries(
      Object.entries(reply ?? {}).map(([name, value]) => [
        name,
        typeof value === 'function' ? value() : value,
      ]),
    );
    return state === 'unanswered' ? { is: 'unreachable' } : { is: 'ok', reply: body as Reply };
  }
  return service;
}
