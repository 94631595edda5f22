import { useState } from 'preact/hooks';
import { formsAt, subjectOf } from '../engine/forms.ts';
import { FAILURES, type Failure, reportsOf, type Step, stepsAt } from '../engine/reports.ts';
import type { Tour, Visit } from '../engine/visits.ts';
import type { Form, Package, Place } from '../engine/work.ts';
import { m, money, timeOf } from '../messages/index.ts';
import type { Act } from './act.ts';
import { FormPanel } from './form-panel.tsx';
import { type NavigatorName, navigationTo } from './navigation.ts';
import { ProofPanel } from './proofs.tsx';

interface Props {
  readonly tour: Tour;
  readonly visit: Visit;
  /** With what the driver finds the way. */
  readonly navigator: NavigatorName;
  readonly minimumAge: number;
  readonly forms: readonly Form[];
  readonly filledForms: readonly string[];
  readonly act: Act;
  readonly newId: () => string;
  /** Writes to the dispatchers about a package. */
  readonly write: (deliveryId: string) => void;
  readonly back: () => void;
}

/** Steps that need a reason. */
type AskedStep = 'skip' | 'fail' | 'bringBack';

/** One stop: where, what, and the next step as the largest thing on the screen. */
export function VisitScreen({
  tour,
  visit,
  navigator,
  minimumAge,
  forms,
  filledForms,
  act,
  newId,
  write,
  back,
}: Props) {
  const [asking, setAsking] = useState<AskedStep>();
  const { place, at, kind, state, packages, missing } = visit;
  const [main, ...others] = stepsAt(visit);
  const begun = tour.visits.find(
    (one) => one !== visit && (one.state === 'arrived' || one.state === 'underWay'),
  );
  const isElsewhere = main === 'start' && tour.isRoute && begun !== undefined;
  const open = formsAt(visit, forms, filledForms);
  const isAsked = missing.length > 0 || open.some(({ isRequired }) => isRequired);
  const isBlocked = (main === 'complete' && isAsked) || isElsewhere;
  const take = (step: Step, because = {}) => {
    setAsking(undefined);
    void act(reportsOf(visit, step, because), m.visit.noted(nameOf(step, kind)));
  };
  return (
    <main class="page">
      <button type="button" class="plain" onClick={back}>
        ‹ {m.back}
      </button>
      <h1>
        {m.kinds[kind]} <small>{m.states[state]}</small>
      </h1>
      {place && (
        <address>
          {place.name && <strong>{place.name}</strong>}
          <span>{place.address}</span>
          {place.instructions && <em>{place.instructions}</em>}
          {(place.accessCodes ?? []).map((code) => (
            <span key={code} class="code">
              <small>{m.visit.accessCode}</small> {code}
            </span>
          ))}
        </address>
      )}
      <Times visit={visit} />
      <nav class="pair">
        {at && (
          <a class="button" href={navigationTo(at, navigator)}>
            {m.visit.navigate}
          </a>
        )}
        {place?.phoneNumber && (
          <>
            <a class="button" href={callTo(place)}>
              {m.visit.call}
            </a>
            {!place.phoneExtension && (
              <a class="button" href={`sms:${place.phoneNumber}`}>
                {m.visit.text}
              </a>
            )}
          </>
        )}
      </nav>
      {packages.length > 0 && (
        <ul class="cards">
          {packages.map((one) => (
            <PackageCard key={one.deliveryId} one={one} isDropoff={kind === 'dropoff'} />
          ))}
        </ul>
      )}
      {state === 'arrived' && missing.length > 0 && (
        <section aria-label={m.visit.missing}>
          <h2>{m.visit.missing}</h2>
          {missing.map(({ deliveryId, proof }) => {
            const parcel = packages.find((one) => one.deliveryId === deliveryId);
            return (
              parcel && (
                <ProofPanel
                  key={`${deliveryId}${proof}`}
                  proof={proof}
                  deliveryId={deliveryId}
                  package={parcel}
                  minimumAge={minimumAge}
                  barcodes={parcel[kind === 'dropoff' ? 'dropoff' : 'pickup'].barcodes}
                  name={missing.length > 1 ? parcel.externalId : null}
                  act={act}
                  newId={newId}
                />
              )
            );
          })}
        </section>
      )}
      {state === 'arrived' &&
        open.map((form) => (
          <FormPanel
            key={form.key}
            form={form}
            submit={(answers) =>
              void act(
                [{ kind: 'form', formKey: form.key, answers, ...subjectOf(visit) }],
                m.visit.noted(form.name),
                { isFinal: true },
              )
            }
          />
        ))}
      {packages[0] && (
        <button type="button" class="plain" onClick={() => write(packages[0]!.deliveryId)}>
          {m.messages.writeAbout}
        </button>
      )}
      {asking && (
        <Why step={asking} take={(because) => take(asking, because)} cancel={() => setAsking(undefined)} />
      )}
      {isElsewhere && <p class="quiet">{m.visit.elsewhere}</p>}
      {main && !asking && (
        <div class="actions">
          <button type="button" class="main" disabled={isBlocked} onClick={() => take(main)}>
            {nameOf(main, kind)}
          </button>
          {others.map((step) => (
            <button key={step} type="button" onClick={() => setAsking(step as AskedStep)}>
              {nameOf(step, kind)}
            </button>
          ))}
        </div>
      )}
    </main>
  );
}

/** Dials an extension once the call is answered: two pauses of two seconds. */
function callTo({ phoneNumber, phoneExtension }: Place): string {
  return `tel:${phoneNumber}${phoneExtension ? `,,${phoneExtension}` : ''}`;
}

/** What the button of a step says. */
function nameOf(step: Step, kind: Visit['kind']): string {
  if (kind !== 'break') return m.visit.steps[step];
  return step === 'arrive'
    ? m.shift.steps.startBreak
    : step === 'complete'
      ? m.shift.steps.endBreak
      : m.visit.steps[step];
}

function Times({ visit: { place, plannedAt, state } }: { readonly visit: Visit }) {
  const isOpen = state === 'waiting' || state === 'underWay';
  const lateMs = place?.to && plannedAt && isOpen ? Date.parse(plannedAt) - Date.parse(place.to) : 0;
  return (
    <p>
      {place?.from && place.to && <span>{m.visit.window(timeOf(place.from), timeOf(place.to))} </span>}
      {plannedAt && <span class="quiet">{m.visit.planned(timeOf(plannedAt))} </span>}
      {lateMs > 0 && <strong class="bad">{m.visit.late(Math.ceil(lateMs / 60_000))}</strong>}
    </p>
  );
}

function PackageCard({ one, isDropoff }: { readonly one: Package; readonly isDropoff: boolean }) {
  return (
    <li class="card">
      <strong>{one.externalId ?? one.description ?? one.deliveryId}</strong>
      {one.externalId && one.description && <p>{one.description}</p>}
      {one.items.map((item, index) => (
        <p key={index} class="quiet">
          {String(item.quantity ?? item.count ?? 1)} ×{' '}
          {String(item.name ?? item.description ?? item.sku ?? '')}
        </p>
      ))}
      {isDropoff && one.dueAmountCents !== null && (
        <strong>{m.visit.due(money(one.dueAmountCents, one.currency))}</strong>
      )}
      {one.requirements
        .filter((requirement) => /^(custom|preferred):/.test(requirement))
        .map((requirement) => (
          <p key={requirement}>{requirement.slice(requirement.indexOf(':') + 1)}</p>
        ))}
    </li>
  );
}

/** Asks for the reason of a skipped or failed stop. */
function Why({
  step,
  take,
  cancel,
}: {
  readonly step: AskedStep;
  readonly take: (because: { readonly failure?: Failure; readonly words?: string }) => void;
  readonly cancel: () => void;
}) {
  const [failure, setFailure] = useState<Failure>('customer_unavailable');
  const [words, setWords] = useState('');
  return (
    <form
      class="card"
      onSubmit={(event) => {
        event.preventDefault();
        take({ ...(step === 'fail' ? { failure } : {}), words: words.trim() });
      }}
    >
      <h2>{m.visit.reason}</h2>
      {step === 'fail' && (
        <fieldset>
          <legend class="hidden">{m.visit.reason}</legend>
          {FAILURES.map((one) => (
            <label key={one} class="choice">
              <input type="radio" name="failure" checked={one === failure} onChange={() => setFailure(one)} />
              {m.failures[one]}
            </label>
          ))}
        </fieldset>
      )}
      <label>
        {m.visit.note}
        <textarea
          maxLength={500}
          value={words}
          onInput={({ currentTarget }) => setWords(currentTarget.value)}
        />
      </label>
      <div class="pair">
        <button type="submit" class="main">
          {m.visit.confirm}
        </button>
        <button type="button" onClick={cancel}>
          {m.cancel}
        </button>
      </div>
    </form>
  );
}
