import { useState } from 'preact/hooks';
import { daysOf, instantsOf } from '../kit/dates.ts';
import { DayInput } from '../kit/day-input.tsx';
import { dateTime, party } from '../kit/format.ts';
import { useLive } from '../kit/live.ts';
import type { Position } from '../kit/map-shapes.ts';
import { setQuery, usePlace } from '../kit/router.ts';
import type { Page, Side } from '../kit/types.ts';
import { Button, EmptyState, Loading, PageHead, Section } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { planTexts } from '../texts/texts.ts';
import { Pictures } from './proofs.tsx';

/** Deliveries whose documents are read at a time: each takes two requests. */
const STEP = 12;

interface JobRow {
  readonly id: string;
  readonly externalIdentifier: string | null;
  readonly shortReferenceCode: string;
  readonly updatedAt: string;
  readonly dropoff: Side | null;
}

interface Job {
  readonly jobConfigurations: readonly {
    readonly id: string;
    readonly orderId: string | null;
    readonly package: {
      readonly dropoffLocation: { readonly lat: number | null; readonly lng: number | null };
    };
  }[];
}

/** What drivers photographed and signed on a day, delivery by delivery. */
export function ProofsScreen() {
  const { query } = usePlace();
  const date = query.get('date') ?? daysOf('today').from;
  const [shown, setShown] = useState(STEP);
  const { data, error, refresh } = useLive<Page<JobRow>>(
    '/v1/jobs',
    {
      ...instantsOf(daysOf(date)),
      deliveryStatuses: 'dropoff_complete,returned',
      sortBy: 'updated_at',
      sortDirection: 'DESC',
      limit: 100,
    },
    10_000,
  );
  const jobs = data?.results ?? [];
  return (
    <div>
      <PageHead
        title={m.proofs.title}
        actions={
          <DayInput label={planTexts.routes.date} value={date} onChange={(day) => setQuery({ date: day })} />
        }
      />
      {!data ? (
        <Loading error={error} retry={refresh} lines={8} />
      ) : jobs.length === 0 ? (
        <EmptyState icon="proofs" title={m.proofs.empty} text={m.proofs.emptyText} />
      ) : (
        jobs.slice(0, shown).map((job) => <JobProofs key={job.id} job={job} />)
      )}
      {jobs.length > shown && (
        <div class="actions center">
          <Button onClick={() => setShown(shown + STEP)}>{m.table.more}</Button>
        </div>
      )}
    </div>
  );
}

/** The pictures of one delivery, package by package. */
function JobProofs({ job }: { job: JobRow }) {
  const { data } = useLive<Job>(`/v1/jobs/${encodeURIComponent(job.id)}`, {}, 0);
  const name = job.externalIdentifier ?? job.shortReferenceCode;
  return (
    <Section
      title={name}
      actions={
        <>
          <span class="quiet">
            {party(job.dropoff)} · {dateTime(job.updatedAt)}
          </span>
          <a href={`#/deliveries/${job.id}`} aria-label={m.proofs.open(name)}>
            {m.actions.open}
          </a>
        </>
      }
    >
      {data?.jobConfigurations.map(
        (one) => one.orderId && <Pictures key={one.id} orderId={one.orderId} at={at(one)} />,
      )}
    </Section>
  );
}

function at({ package: { dropoffLocation } }: Job['jobConfigurations'][number]): Position | undefined {
  const { lat, lng } = dropoffLocation;
  return lat === null || lng === null ? undefined : [lng, lat];
}
