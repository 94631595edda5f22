import { useState } from 'preact/hooks';
import { change } from '../kit/api.ts';
import { dateTime } from '../kit/format.ts';
import { useLive } from '../kit/live.ts';
import { can } from '../kit/me.ts';
import { Secret } from '../kit/secret.tsx';
import { ActionButton, attempt, Badge, Button, Dialog, Loading, Section } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { fleetTexts } from '../texts/texts.ts';

interface Phone {
  readonly id: string;
  readonly name: string;
  readonly appVersion: string | null;
  readonly lastContactAt: string;
  readonly batteryLevel: number | null;
  readonly unsentReports: number | null;
  readonly revokedAt: string | null;
}

interface WorkedShift {
  readonly startedAt: string;
  readonly isOnBreak: boolean;
}

interface Invitation {
  readonly code: string;
  readonly expiresAt: string;
  readonly sentTo: string | null;
  readonly sendError: string | null;
}

/** How the link reaches the driver; empty = only on the screen. */
interface Way {
  readonly sendBy?: 'sms' | 'email';
  readonly email?: string;
}

interface Shown extends Invitation {
  readonly link: string;
  /** Picture of the link. */
  readonly picture: string;
}

const PATH = '/v1/driver-phones';

/** The phones on which a driver uses the app, and the invitation of another one. */
export function DriverPhones({ courierId }: { courierId: string }) {
  const { data, error, refresh } = useLive<{ phones: readonly Phone[]; shift: WorkedShift | null }>(
    `${PATH}?courierId=${encodeURIComponent(courierId)}`,
  );
  const [shown, setShown] = useState<Shown>();
  const [asks, setAsks] = useState(false);
  const invite = async (way: Way = {}) => {
    setAsks(false);
    setShown(await attempt(() => invited(courierId, way)));
  };
  return (
    <Section
      title={m.titles.driverPhones}
      actions={
        can('WRITE_FLEET') && <Button onClick={() => setAsks(true)}>{fleetTexts.driverPhones.invite}</Button>
      }
    >
      {!data && <Loading error={error} retry={refresh} lines={2} />}
      {data && (
        <p>
          {data.shift === null
            ? fleetTexts.driverPhones.offShift
            : data.shift.isOnBreak
              ? fleetTexts.driverPhones.onBreak
              : fleetTexts.driverPhones.onShift(dateTime(data.shift.startedAt))}
        </p>
      )}
      {data?.phones.length === 0 && <p class="quiet">{fleetTexts.driverPhones.none}</p>}
      {data?.phones.map((phone) => (
        <div key={phone.id} class="actions">
          <strong>{phone.name}</strong>
          <span class="quiet">{factsOf(phone)}</span>
          {phone.revokedAt !== null && <Badge value="inactive" text={fleetTexts.driverPhones.revoked} />}
          {phone.revokedAt === null && can('WRITE_FLEET') && (
            <ActionButton
              run={async () => {
                await change('DELETE', `${PATH}/${phone.id}`);
                refresh();
              }}
              confirm={fleetTexts.driverPhones.question}
            >
              {fleetTexts.driverPhones.revoke}
            </ActionButton>
          )}
        </div>
      ))}
      {asks && <HowToInvite invite={(way) => void invite(way)} close={() => setAsks(false)} />}
      {shown && (
        <Dialog title={fleetTexts.driverPhones.invite} onClose={() => setShown(undefined)}>
          <p>{fleetTexts.driverPhones.invitation(dateTime(shown.expiresAt))}</p>
          {shown.sentTo !== null && <p>{fleetTexts.driverPhones.sentTo(shown.sentTo)}</p>}
          {shown.sendError !== null && (
            <p class="problem">{fleetTexts.driverPhones.notSent(shown.sendError)}</p>
          )}
          <img src={shown.picture} alt={fleetTexts.driverPhones.picture} width={220} height={220} />
          <Secret secret={shown.link} />
        </Dialog>
      )}
    </Section>
  );
}

/** Asks whether the link is only shown, or sent as well. */
function HowToInvite({ invite, close }: { invite: (way: Way) => void; close: () => void }) {
  const [email, setEmail] = useState('');
  return (
    <Dialog title={fleetTexts.driverPhones.invite} onClose={close}>
      <div class="actions">
        <Button onClick={() => invite({})}>{fleetTexts.driverPhones.show}</Button>
        <Button onClick={() => invite({ sendBy: 'sms' })}>{fleetTexts.driverPhones.bySms}</Button>
      </div>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          invite({ sendBy: 'email', email });
        }}
      >
        <label class="field">
          <span>{fleetTexts.driverPhones.email}</span>
          <input
            type="email"
            required
            value={email}
            onInput={({ currentTarget }) => setEmail(currentTarget.value)}
          />
        </label>
        <div class="actions">
          <Button type="submit" kind="primary">
            {fleetTexts.driverPhones.byEmail}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Makes an invitation, with its link as a picture that a phone can read from the screen. */
async function invited(courierId: string, way: Way): Promise<Shown> {
  const [invitation, { renderSVG }] = await Promise.all([
    change<Invitation>('POST', `${PATH}/invitations`, { courierId, ...way }),
    import('uqr'),
  ]);
  const link = `${location.origin}/driver#code=${invitation.code}`;
  const picture = `data:image/svg+xml,${encodeURIComponent(renderSVG(link))}`;
  return { ...invitation, link, picture };
}

function factsOf({ appVersion, lastContactAt, batteryLevel, unsentReports }: Phone): string {
  return [
    fleetTexts.driverPhones.contact(dateTime(lastContactAt)),
    appVersion !== null && fleetTexts.driverPhones.version(appVersion),
    batteryLevel !== null && fleetTexts.driverPhones.battery(Math.round(batteryLevel * 100)),
    unsentReports && fleetTexts.driverPhones.unsent(unsentReports),
  ]
    .filter(Boolean)
    .join(' · ');
}
