import { useEffect, useState } from 'preact/hooks';
import type { DriverDeps } from '../engine/driver.ts';
import { EXCEPTIONS } from '../engine/reports.ts';
import { presentShift } from '../engine/shifts.ts';
import { isOver, nextVisit, type Tour, type Visit } from '../engine/visits.ts';
import type { Assignment, Work } from '../engine/work.ts';
import { m, timeOf } from '../messages/index.ts';
import type { Act } from './act.ts';
import { FormPanel } from './form-panel.tsx';
import { PushCard } from './push-card.tsx';
import { ShiftCard } from './shift-card.tsx';
import { mayMove, StopOrder } from './stop-order.tsx';
import { TourMap } from './tour-map.tsx';

interface Props {
  readonly deps: DriverDeps;
  readonly work: Work | undefined;
  readonly tours: readonly Tour[];
  /** Where the phone is, while its position is shared. */
  readonly here: { readonly lat: number; readonly lng: number } | undefined;
  readonly act: Act;
  readonly open: (tourId: string, visitId: string) => void;
}

/** The day: offers, then each tour with what comes next. */
export function TodayScreen({ deps, work, tours, here, act, open }: Props) {
  const offers = work?.offers ?? [];
  return (
    <main class="page">
      <h1>{work ? m.today.title(work.driver.firstName) : m.loading}</h1>
      {work && (
        <ShiftCard
          work={work}
          hasOpenWork={tours.some(({ visits }) => nextVisit(visits) !== undefined)}
          act={act}
        />
      )}
      {work && <PushCard deps={deps} />}
      {offers.length > 0 && (
        <section aria-label={m.today.offers}>
          <h2>{m.today.offers}</h2>
          <ul class="cards">
            {offers.map((offer) => (
              <Offer key={offer.taskId} offer={offer} act={act} />
            ))}
          </ul>
        </section>
      )}
      {tours.map((tour) => (
        <TourCard
          key={tour.id}
          tour={tour}
          here={here}
          mayOrder={work?.allowed.resequence === true}
          act={act}
          open={(visitId) => open(tour.id, visitId)}
        />
      ))}
      {work && <OwnForms work={work} act={act} />}
      {work && offers.length + tours.length === 0 && (
        <section class="empty">
          <h2>{m.today.nothing}</h2>
          <p>{m.today.nothingText}</p>
        </section>
      )}
    </main>
  );
}

/** Forms that are not about a stop, each opened by its name. */
function OwnForms({ work, act }: { readonly work: Work; readonly act: Act }) {
  const [open, setOpen] = useState<string>();
  const own = work.forms.filter(
    ({ moment }) => moment === 'any' || (moment === 'shift' && presentShift(work)?.status === 'active'),
  );
  return (
    <>
      {own.map((form) =>
        form.key === open ? (
          <FormPanel
            key={form.key}
            form={form}
            submit={(answers) => {
              setOpen(undefined);
              void act([{ kind: 'form', formKey: form.key, answers }], m.visit.noted(form.name), {
                isFinal: true,
              });
            }}
          />
        ) : (
          <button key={form.key} type="button" onClick={() => setOpen(form.key)}>
            {form.name}
          </button>
        ),
      )}
    </>
  );
}

function Offer({ offer, act }: { readonly offer: Assignment; readonly act: Act }) {
  const seconds = useSecondsUntil(offer.offeredUntil);
  const [first] = offer.packages;
  const answer = (accepts: boolean) =>
    act([{ kind: 'offer', taskId: offer.taskId, accepts }], accepts ? m.today.accept : m.today.decline, {
      isFinal: true,
    });
  return (
    <li class="card">
      <p>
        <strong>{m.today.offer(offer.packages.length)}</strong>
        {seconds !== undefined && <span class="quiet"> {m.today.secondsLeft(seconds)}</span>}
      </p>
      <p>{first?.pickup.address}</p>
      <p>→ {first?.dropoff.address}</p>
      <div class="pair">
        <button type="button" class="main" onClick={() => void answer(true)}>
          {m.today.accept}
        </button>
        <button type="button" onClick={() => void answer(false)}>
          {m.today.decline}
        </button>
      </div>
    </li>
  );
}

function TourCard({
  tour,
  here,
  mayOrder,
  act,
  open,
}: {
  readonly tour: Tour;
  readonly here: Props['here'];
  readonly mayOrder: boolean;
  readonly act: Act;
  readonly open: (visitId: string) => void;
}) {
  const next = nextVisit(tour.visits);
  const [isReporting, setReporting] = useState(false);
  const [shows, setShows] = useState<'list' | 'map' | 'order'>('list');
  return (
    <section aria-label={tour.name ?? (tour.isRoute ? m.today.route : m.today.delivery)}>
      <h2>
        {tour.name ?? (tour.isRoute ? m.today.route : m.today.delivery)}{' '}
        <small>{m.today.progress(tour.visits.filter(isOver).length, tour.visits.length)}</small>
      </h2>
      {next && (
        <button type="button" class="next" onClick={() => open(next.id)}>
          <small>{m.today.next}</small>
          <VisitLine visit={next} />
        </button>
      )}
      <div class="pair">
        {tour.visits.length > 1 && (
          <button type="button" class="plain" onClick={() => setShows(shows === 'map' ? 'list' : 'map')}>
            {shows === 'map' ? m.map.list : m.map.title}
          </button>
        )}
        {mayOrder && tour.isRoute && tour.visits.filter(mayMove).length > 1 && shows !== 'order' && (
          <button type="button" class="plain" onClick={() => setShows('order')}>
            {m.order.title}
          </button>
        )}
      </div>
      {shows === 'map' && <TourMap visits={tour.visits} here={here} open={open} />}
      {shows === 'order' && <StopOrder tour={tour} act={act} close={() => setShows('list')} />}
      <ol class="visits">
        {tour.visits
          .filter((visit) => visit !== next)
          .map((visit) => (
            <li key={visit.id}>
              <button type="button" class={`visit ${visit.state}`} onClick={() => open(visit.id)}>
                <VisitLine visit={visit} />
              </button>
            </li>
          ))}
      </ol>
      {tour.isRoute &&
        (isReporting ? (
          <div class="card">
            {EXCEPTIONS.map((type) => (
              <button
                key={type}
                type="button"
                onClick={() => {
                  setReporting(false);
                  void act([{ kind: 'exception', routeId: tour.id, type }], m.exceptions[type]);
                }}
              >
                {m.exceptions[type]}
              </button>
            ))}
            <button type="button" class="plain" onClick={() => setReporting(false)}>
              {m.cancel}
            </button>
          </div>
        ) : (
          <button type="button" class="plain" onClick={() => setReporting(true)}>
            {m.today.problem}
          </button>
        ))}
    </section>
  );
}

/** A visit in two lines. */
function VisitLine({ visit }: { readonly visit: Visit }) {
  const { place, kind, state, plannedAt, breakMinutes } = visit;
  return (
    <>
      <strong>
        {m.kinds[kind]}
        {place?.name ? ` · ${place.name}` : ''}
      </strong>
      <span>
        {breakMinutes === null ? (place?.address ?? m.visit.noPlace) : m.visit.minutes(breakMinutes)}
      </span>
      <span class="quiet">
        {m.states[state]}
        {plannedAt !== null && ` · ${timeOf(plannedAt)}`}
      </span>
    </>
  );
}

function useSecondsUntil(instant: string | null): number | undefined {
  const left = () =>
    instant === null ? undefined : Math.max(0, Math.ceil((Date.parse(instant) - Date.now()) / 1_000));
  const [seconds, setSeconds] = useState(left);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(left()), 1_000);
    return () => clearInterval(timer);
  }, [instant]);
  return seconds;
}
