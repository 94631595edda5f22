import { instantsOf, week } from '../kit/dates.ts';
import { day, dayName, time } from '../kit/format.ts';
import { language } from '../kit/language.ts';
import { useLive } from '../kit/live.ts';
import { Named } from '../kit/lookups.tsx';
import { can, timeZone } from '../kit/me.ts';
import { setQuery, usePlace } from '../kit/router.ts';
import { ActionButton, Button, Loading } from '../kit/ui.tsx';
import { plus } from '../kit/zoned-time.ts';
import { fleetTexts } from '../texts/texts.ts';
import { saveShifts } from './save-shifts.ts';
import { shiftLater } from './shift-plan.ts';

/** A shift as its plan: what is copied. */
interface Shift {
  readonly id: string;
  readonly name: string;
  readonly plannedStart: string;
  readonly plannedEnd: string;
  readonly plannedBreakDuration: number | null;
  readonly optimizationParams: Readonly<Record<string, unknown>> | null;
  readonly status: string;
  readonly courierId: string | null;
  readonly vehicleId: string | null;
  readonly storeLocationId: string | null;
  readonly zoneIds: readonly string[];
}

const WEEK = 7;

/** `Mon, Nov 23` */
const dayOfWeek = new Intl.DateTimeFormat(language(), {
  ...{ weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' },
});

/** The shifts of a week by driver and day. */
export function ShiftWeek() {
  const { query } = usePlace();
  const { from, to } = week(query.get('week') ?? day(new Date().toISOString()));
  const { startDate, endDate } = instantsOf({ from, to });
  const { data, error, refresh } = useLive<readonly Shift[]>(
    '/v1/shifts',
    { startTime: startDate, endTime: endDate },
    10_000,
  );
  const range = fleetTexts.week.range(dayName(from), dayName(to));
  const show = (days: number) => setQuery({ week: plus(from, days) });
  const shifts = (data ?? []).filter(({ status }) => status !== 'canceled');
  const days = Array.from({ length: WEEK }, (_, index) => plus(from, index));
  const drivers = [...new Set(shifts.map(({ courierId }) => courierId))];
  return (
    <section aria-label={fleetTexts.week.title}>
      <div class="actions">
        <Button onClick={() => show(-WEEK)}>{fleetTexts.week.before}</Button>
        <strong>{range}</strong>
        <Button onClick={() => show(WEEK)}>{fleetTexts.week.after}</Button>
        {can('WRITE_FLEET') && shifts.length > 0 && (
          <ActionButton
            icon="copy"
            confirm={fleetTexts.week.copyQuestion(shifts.length)}
            done={fleetTexts.week.copied}
            run={async () => {
              await saveShifts(shifts.map((shift) => shiftLater(timeZone(), planOf(shift), WEEK)));
              show(WEEK);
            }}
          >
            {fleetTexts.week.copy}
          </ActionButton>
        )}
      </div>
      {!data && <Loading error={error} retry={refresh} />}
      {data && shifts.length === 0 && <p class="quiet">{fleetTexts.week.empty}</p>}
      {shifts.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
        <div class="week" tabIndex={0} role="region" aria-label={range}>
          <table>
            <thead>
              <tr>
                <th scope="col">{fleetTexts.week.driver}</th>
                {days.map((date) => (
                  <th key={date} scope="col">
                    {dayOfWeek.format(new Date(date))}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {drivers.map((courierId) => (
                <tr key={courierId ?? ''}>
                  <th scope="row">
                    {courierId ? <Named from="drivers" id={courierId} /> : fleetTexts.week.nobody}
                  </th>
                  {days.map((date) => (
                    <td key={date}>
                      {shifts
                        .filter((one) => one.courierId === courierId && day(one.plannedStart) === date)
                        .map((one) => (
                          <div key={one.id} title={one.name}>
                            {time(one.plannedStart)}–{time(one.plannedEnd)}
                          </div>
                        ))}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function planOf(shift: Shift) {
  const { name, plannedStart, plannedEnd, plannedBreakDuration, optimizationParams } = shift;
  const { courierId, vehicleId, storeLocationId, zoneIds } = shift;
  return {
    ...{ name, plannedStart, plannedEnd, plannedBreakDuration, optimizationParams },
    ...{ courierId, vehicleId, storeLocationId, zoneIds },
  };
}
