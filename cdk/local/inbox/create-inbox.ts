import { randomUUID } from 'node:crypto';
import { AwsError, answerJson, isRecord, jsonBody, jsonError, textOf } from '../aws-json.ts';
import { openStore } from '../open-store.ts';
import {
  type AwsCall,
  type AwsReply,
  type AwsService,
  type CloudContext,
  type CloudPart,
  LOCAL_ACCOUNT,
  LOCAL_REGION,
} from '../ports.ts';

/** A message that would have left the service. */
export interface OutgoingMessage {
  readonly id: string;
  /** ISO 8601, local clock. */
  readonly at: string;
  /** `email`, `sms`, `whatsapp`, `slack`, `teams`, `webhook`, `topic`. */
  readonly channel: string;
  readonly to: string;
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  /** HTML of an e-mail, JSON of a chat's card; empty if there is none. */
  readonly html: string;
}

/** The inbox as a part of the local cloud. */
export interface InboxPart extends CloudPart {
  /** Captured messages, newest first. */
  list(limit: number): readonly OutgoingMessage[];
  /** Messages that contain the text, newest first, with their numbers; `after` = only later ones than that. */
  search(query: InboxQuery): readonly (OutgoingMessage & { readonly number: number })[];
  /** Receives a message that was posted to the local chat. */
  capture(message: Omit<OutgoingMessage, 'id' | 'at'>): string;
}

/** Filter of the inbox. */
export interface InboxQuery {
  readonly text: string;
  /** Empty = every channel. */
  readonly channel: string;
  readonly after: number;
  readonly limit: number;
}

/** What the inbox needs from the cloud around it. */
export type InboxContext = Pick<CloudContext, 'clock' | 'dataDirectory'>;

/** Messages on the status page. */
const LISTED_MESSAGES = 100;
const SEND_EMAIL_PATH = '/v2/email/outbound-emails';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS outgoing (
    number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL, at TEXT NOT NULL, channel TEXT NOT NULL,
    recipient TEXT NOT NULL, sender TEXT NOT NULL, subject TEXT NOT NULL, text TEXT NOT NULL, html TEXT NOT NULL
  )`;

/** E-mail (SES v2 SendEmail) and SMS (SNS Publish), captured instead of sent. */
export function createInbox(context: InboxContext): InboxPart {
  const { clock, dataDirectory } = context;
  const database = openStore(
    dataDirectory === undefined ? { memory: true } : { dataDirectory },
    'inbox',
    SCHEMA,
  );
  const insert = database.prepare(
    `INSERT INTO outgoing (id, at, channel, recipient, sender, subject, text, html)
     VALUES (:id, :at, :channel, :to, :from, :subject, :text, :html)`,
  );
  const newest = database.prepare(
    `SELECT id, at, channel, recipient AS "to", sender AS "from", subject, text, html FROM outgoing
     ORDER BY number DESC LIMIT ?`,
  );

  const searched = database.prepare(
    `SELECT number, id, at, channel, recipient AS "to", sender AS "from", subject, text, html FROM outgoing
     WHERE number > :after AND (:channel = '' OR channel = :channel)
     AND (:text = '' OR instr(lower(recipient || ' ' || subject || ' ' || text), lower(:text)) > 0)
     ORDER BY number DESC LIMIT :limit`,
  );

  const capture = (message: Omit<OutgoingMessage, 'id' | 'at'>): string => {
    const id = randomUUID();
    insert.run({ id, at: new Date(clock.now()).toISOString(), ...message });
    return id;
  };
  // The driver types rows as unknown columns; the statement selects exactly these.
  const list = (limit: number) => newest.all(limit) as unknown as readonly OutgoingMessage[];

  return Object.freeze({
    list,
    capture,
    search: (query: InboxQuery) => searched.all({ ...query }) as unknown as ReturnType<InboxPart['search']>,
    resourceTypes: [],
    services: [emailService(capture), smsService(capture), textService(capture), chatService(capture)],
    state: async () => ({
      outgoing: list(LISTED_MESSAGES).map(({ at, channel, to, subject, text }) => ({
        at,
        channel,
        to,
        text: subject === '' ? text : `${subject}\n${text}`,
      })),
    }),
    stop: async () => database.close(),
  });
}

type Capture = (message: Omit<OutgoingMessage, 'id' | 'at'>) => string;

function emailService(capture: Capture): AwsService {
  return Object.freeze({
    name: 'ses',
    actionOf: (method: string, path: string) =>
      method === 'POST' && path === SEND_EMAIL_PATH ? 'SendEmail' : undefined,
    needs(call: AwsCall) {
      // On AWS the identity is the verified address or domain; a service verifies the domain.
      const from = fromOf(call);
      const identity = from.slice(from.lastIndexOf('@') + 1).replace(/>.*$/, '');
      return [
        {
          action: 'ses:SendEmail',
          resource: `arn:aws:ses:${LOCAL_REGION}:${LOCAL_ACCOUNT}:identity/${identity}`,
        },
      ];
    },
    handle: (call: AwsCall) =>
      answerJson(() => {
        const input = jsonBody(call);
        const content = isRecord(input.Content) ? input.Content : {};
        const simple = isRecord(content.Simple) ? content.Simple : undefined;
        if (!simple) {
          throw new AwsError(
            'BadRequestException',
            'The local cloud captures e-mails with Content.Simple only.',
          );
        }
        const destination = isRecord(input.Destination) ? input.Destination : {};
        const to = ['ToAddresses', 'CcAddresses', 'BccAddresses'].flatMap((kind) =>
          textsOf(destination[kind]),
        );
        const from = textOf(input.FromEmailAddress) ?? '';
        if (to.length === 0 || from === '') {
          throw new AwsError('BadRequestException', 'An e-mail needs FromEmailAddress and a destination.');
        }
        const body = isRecord(simple.Body) ? simple.Body : {};
        const MessageId = capture({
          channel: 'email',
          to: to.join(', '),
          from,
          subject: dataOf(simple.Subject),
          text: dataOf(body.Text),
          html: dataOf(body.Html),
        });
        return { MessageId };
      }, restError),
    denied: (message: string) => restError(new AwsError('AccessDeniedException', message, { status: 403 })),
    idle: async () => true,
    stop: async () => undefined,
  });
}

/** SNS speaks the older query protocol: forms in, XML out. */
function smsService(capture: Capture): AwsService {
  const formOf = (call: AwsCall) => new URLSearchParams(call.body.toString('utf8'));
  return Object.freeze({
    name: 'sns',
    actionOf: (method: string) => (method === 'POST' ? 'Publish' : undefined),
    needs(call: AwsCall) {
      const form = formOf(call);
      return [{ action: 'sns:Publish', resource: form.get('TopicArn') ?? form.get('TargetArn') ?? '*' }];
    },
    async handle(call: AwsCall) {
      const form = formOf(call);
      if (form.get('Action') !== 'Publish') {
        return xmlError(
          'InvalidAction',
          `SNS ${form.get('Action')} is not supported by the local cloud`,
          400,
        );
      }
      const phone = form.get('PhoneNumber');
      const topic = form.get('TopicArn') ?? form.get('TargetArn');
      const text = form.get('Message');
      if (!text || !(phone ?? topic)) {
        return xmlError('InvalidParameter', 'Publish needs Message and PhoneNumber or TopicArn', 400);
      }
      const id = capture({
        channel: phone ? 'sms' : 'topic',
        to: phone ?? topic ?? '',
        from: '',
        subject: form.get('Subject') ?? '',
        text,
        html: '',
      });
      return xml(
        200,
        `<PublishResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><PublishResult><MessageId>${id}</MessageId></PublishResult><ResponseMetadata><RequestId>${randomUUID()}</RequestId></ResponseMetadata></PublishResponse>`,
      );
    },
    denied: (message: string) => xmlError('AuthorizationError', message, 403),
    idle: async () => true,
    stop: async () => undefined,
  });
}

/** End User Messaging: text messages. */
function textService(capture: Capture): AwsService {
  return Object.freeze({
    name: 'sms-voice',
    needs: () => [
      {
        action: 'sms-voice:SendTextMessage',
        resource: `arn:aws:sms-voice:${LOCAL_REGION}:${LOCAL_ACCOUNT}:phone-number/local`,
      },
    ],
    handle: (call: AwsCall) =>
      answerJson(() => {
        const { DestinationPhoneNumber, MessageBody, OriginationIdentity } = jsonBody(call);
        const to = textOf(DestinationPhoneNumber);
        const text = textOf(MessageBody);
        if (!to || !text) {
          throw new AwsError(
            'ValidationException',
            'SendTextMessage needs DestinationPhoneNumber and MessageBody.',
          );
        }
        const from = textOf(OriginationIdentity) ?? '';
        return { MessageId: capture({ channel: 'sms', to, from, subject: '', text, html: '' }) };
      }, jsonError),
    denied: (message: string) => jsonError(new AwsError('AccessDeniedException', message)),
    idle: async () => true,
    stop: async () => undefined,
  });
}

/** End User Messaging Social: WhatsApp. */
function chatService(capture: Capture): AwsService {
  return Object.freeze({
    name: 'social-messaging',
    actionOf: (method: string, path: string) =>
      method === 'POST' && path === '/v1/whatsapp/send' ? 'SendWhatsAppMessage' : undefined,
    needs: () => [
      {
        action: 'social-messaging:SendWhatsAppMessage',
        resource: `arn:aws:social-messaging:${LOCAL_REGION}:${LOCAL_ACCOUNT}:phone-number-id/local`,
      },
    ],
    handle: (call: AwsCall) =>
      answerJson(() => {
        const { message, originationPhoneNumberId } = jsonBody(call);
        const content: unknown = JSON.parse(
          Buffer.from(textOf(message) ?? '', 'base64').toString('utf8') || '{}',
        );
        const to = isRecord(content) ? textOf(content.to) : undefined;
        const text = isRecord(content) && isRecord(content.text) ? textOf(content.text.body) : undefined;
        if (!to || !text)
          throw new AwsError('ValidationException', 'A WhatsApp message needs a recipient and a text.');
        const from = textOf(originationPhoneNumberId) ?? '';
        return { messageId: capture({ channel: 'whatsapp', to, from, subject: '', text, html: '' }) };
      }, restError),
    denied: (message: string) => restError(new AwsError('AccessDeniedException', message, { status: 403 })),
    idle: async () => true,
    stop: async () => undefined,
  });
}

function fromOf(call: AwsCall): string {
  try {
    return textOf(jsonBody(call).FromEmailAddress) ?? '';
  } catch {
    return '';
  }
}

function dataOf(part: unknown): string {
  return (isRecord(part) ? textOf(part.Data) : undefined) ?? '';
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

/** REST services name the error in a header. */
function restError(error: AwsError): AwsReply {
  const reply = jsonError(error);
  return {
    ...reply,
    headers: { ...reply.headers, 'content-type': 'application/json', 'x-amzn-errortype': error.code },
  };
}

function xml(status: number, body: string): AwsReply {
  return { status, headers: { 'content-type': 'text/xml' }, body };
}

function xmlError(code: string, message: string, status: number): AwsReply {
  const escaped = message.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return xml(
    status,
    `<ErrorResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><Error><Type>Sender</Type><Code>${code}</Code><Message>${escaped}</Message></Error><RequestId>${randomUUID()}</RequestId></ErrorResponse>`,
  );
}
