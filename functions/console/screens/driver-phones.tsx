import { useState } from 'preact/hooks';
import { change } from '../kit/api.ts';
import { dateTime } from '../kit/format.ts';
import { useLive } from '../kit/live.ts';
import { can } from '../kit/me.ts';
import { Secret } from '../kit/secret.tsx';
import { ActionButton, attempt, Badge, Button, Dialog, Loading, Section } from '../kit/ui.tsx';
import { m } from '../messages.ts';

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
      title={m.driverPhones.title}
      actions={can('WRITE_FLEET') && <Button onClick={() => setAsks(true)}>{m.driverPhones.invite}</Button>}
    >
      {!data && <Loading error={error} retry={refresh} lines={2} />}
      {data && (
        <p>
          {data.shift === null
            ? m.driverPhones.offShift
            : data.shift.isOnBreak
              ? m.driverPhones.onBreak
              : m.driverPhones.onShift(dateTime(data.shift.startedAt))}
        </p>
      )}
      {data?.phones.length === 0 && <p class="quiet">{m.driverPhones.none}</p>}
      {data?.phones.map((phone) => (
        <div key={phone.id} class="actions">
          <strong>{phone.name}</strong>
          <span class="quiet">{factsOf(phone)}</span>
          {phone.revokedAt !== null && <Badge value="inactive" text={m.driverPhones.revoked} />}
          {phone.revokedAt === null && can('WRITE_FLEET') && (
            <ActionButton
              run={async () => {
                await change('DELETE', `${PATH}/${phone.id}`);
                refresh();
              }}
              confirm={m.driverPhones.question}
            >
              {m.driverPhones.revoke}
            </ActionButton>
          )}
        </div>
      ))}
      {asks && <HowToInvite invite={(way) => void invite(way)} close={() => setAsks(false)} />}
      {shown && (
        <Dialog title={m.driverPhones.invite} onClose={() => setShown(undefined)}>
          <p>{m.driverPhones.invitation(dateTime(shown.expiresAt))}</p>
          {shown.sentTo !== null && <p>{m.driverPhones.sentTo(shown.sentTo)}</p>}
          {shown.sendError !== null && <p class="problem">{m.driverPhones.notSent(shown.sendError)}</p>}
          <img src={shown.picture} alt={m.driverPhones.picture} width={220} height={220} />
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
    <Dialog title={m.driverPhones.invite} onClose={close}>
      <div class="actions">
        <Button onClick={() => invite({})}>{m.driverPhones.show}</Button>
        <Button onClick={() => invite({ sendBy: 'sms' })}>{m.driverPhones.bySms}</Button>
      </div>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          invite({ sendBy: 'email', email });
        }}
      >
        <label class="field">
          <span>{m.driverPhones.email}</span>
          <input
            type="email"
            required
            value={email}
            onInput={({ currentTarget }) => setEmail(currentTarget.value)}
          />
        </label>
        <div class="actions">
          <Button type="submit" kind="primary">
            {m.driverPhones.byEmail}
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
    m.driverPhones.contact(dateTime(lastContactAt)),
    appVersion !== null && m.driverPhones.version(appVersion),
    batteryLevel !== null && m.driverPhones.battery(Math.round(batteryLevel * 100)),
    unsentReports && m.driverPhones.unsent(unsentReports),
  ]
    .filter(Boolean)
    .join(' · ');
}
