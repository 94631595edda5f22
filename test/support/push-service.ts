import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A push message as the browser reads it. */
export interface ReadPush {
  readonly text: string;
  readonly headers: IncomingHttpHeaders;
}

/** A push service on loopback with one browser behind it, which decrypts what it gets (RFC 8291). */
export interface PushService {
  readonly subscription: {
    readonly endpoint: string;
    readonly keys: { readonly p256dh: string; readonly auth: string };
  };
  readonly read: readonly ReadPush[];
  /** The status of every further answer, by default 201. */
  answerWith(status: number): void;
  stop(): Promise<void>;
}

/** Starts it on a free port. */
export async function startPushService(): Promise<PushService> {
  const browser = createECDH('prime256v1');
  const publicKey = browser.generateKeys();
  const auth = randomBytes(16);
  const read: ReadPush[] = [];
  let status = 201;
  const server = createServer((request, reply) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { headers } = request;
      const isSigned = verifyVapid(headers.authorization ?? '', `http://${headers.host}`);
      if (isSigned) {
        read.push({ text: decrypt(Buffer.concat(chunks), { browser, publicKey, auth }), headers });
      }
      reply.writeHead(isSigned ? status : 403).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    subscription: {
      endpoint: `http://127.0.0.1:${port}/send/1`,
      keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    },
    read,
    answerWith(next) {
      status = next;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Whether the header has a signature for this origin that its own key made (RFC 8292). */
function verifyVapid(header: string, origin: string): boolean {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const text = (bytes: Buffer) => bytes.toString('base64url');
  if (point.length !== 65) return false;
  const jwk = { kty: 'EC', crv: 'P-256', x: text(point.subarray(1, 33)), y: text(point.subarray(33)) };
  const { aud, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  const isRight = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  return isRight && aud === origin && /^(https:|mailto:)/.test(sub);
}

/** The text of a message of one record. */
function decrypt(
  body: Buffer,
  of: { readonly browser: ReturnType<typeof createECDH>; readonly publicKey: Buffer; readonly auth: Buffer },
): string {
  const salt = body.subarray(0, 16);
  const keyEnd = 21 + body.readUInt8(20);
  const senderKey = body.subarray(21, keyEnd);
  const derive = (key: Uint8Array, from: Uint8Array, info: Uint8Array | string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', key, from, info, bytes));
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), of.publicKey, senderKey]);
  const secret = derive(of.browser.computeSecret(senderKey), of.auth, about, 32);
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);
  const cipher = createDecipheriv('aes-128-gcm', key, nonce);
  cipher.setAuthTag(body.subarray(-16));
  const padded = Buffer.concat([cipher.update(body.subarray(keyEnd, -16)), cipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}
