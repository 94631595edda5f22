import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';

/** What a receiver does with a connection once the request has begun to arrive. */
type Misbehaviour = (socket: Socket) => void;

const OK = 'HTTP/1.1 200 OK\r\n';
const answers = (text: string | Buffer) => (socket: Socket) => void socket.end(text);
/** Keeps sending until the sender has had enough. */
const keepsSaying = (first: string, again: string | Buffer, everyMs: number) => (socket: Socket) => {
  socket.write(first);
  const timer = setInterval(() => socket.write(again), everyMs);
  socket.once('close', () => clearInterval(timer));
};
const floods = (first: string, again: Buffer) => (socket: Socket) => {
  const pour = () => {
    while (!socket.destroyed && socket.write(again));
  };
  socket.write(first);
  socket.on('drain', pour);
  pour();
};
const isSilent = () => undefined;

/** Webhook receivers by what is wrong with them. `replies` lists those whose status arrives nevertheless. */
export const MISBEHAVIOURS: Readonly<
  Record<string, { readonly does: Misbehaviour; readonly replies?: true }>
> = {
  'never answers': { does: isSilent },
  'stops reading and never answers': { does: (socket) => void socket.pause() },
  'hangs up at once': { does: (socket) => void socket.end() },
  'resets the connection': { does: (socket) => void socket.resetAndDestroy() },
  'switches to another protocol': {
    does: (socket) =>
      void socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
  },
  'switches to WebSocket and talks on': {
    does: keepsSaying(
      'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
      Buffer.from([0x89, 0]),
      5,
    ),
  },
  'says 101 without an upgrade': { does: answers('HTTP/1.1 101 Switching Protocols\r\n\r\n'), replies: true },
  'says continue for ever': { does: keepsSaying('', 'HTTP/1.1 100 Continue\r\n\r\n', 5) },
  'says continue and hangs up': { does: answers('HTTP/1.1 100 Continue\r\n\r\n') },
  'gives early hints for ever': {
    does: keepsSaying('', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n', 5),
  },
  'is processing for ever': { does: keepsSaying('', 'HTTP/1.1 102 Processing\r\n\r\n', 5) },
  'drips the status line': { does: keepsSaying('HTTP/1.1 2', '0', 20) },
  'drips header after header': { does: keepsSaying(OK, 'X: y\r\n', 5) },
  'drips one endless header': { does: keepsSaying(`${OK}X: `, 'y', 5) },
  'stops in the middle of the head': { does: (socket) => void socket.write(`${OK}Content-Le`) },
  'breaks off in the head': { does: answers(`${OK}Content-Le`) },
  'floods the head': { does: floods(OK, Buffer.from(`X: ${'y'.repeat(1_000)}\r\n`.repeat(8))) },
  'sends a head that is too large': { does: answers(`${OK}X: ${'y'.repeat(40_000)}\r\n\r\n`) },
  'sends a length that is none': { does: answers(`${OK}Content-Length: many\r\n\r\n`) },
  'sends a negative length': { does: answers(`${OK}Content-Length: -1\r\n\r\n`) },
  'sends two lengths': { does: answers(`${OK}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`) },
  'sends a length and chunks': {
    does: answers(`${OK}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\nab`),
  },
  'sends nonsense': { does: answers('SSH-2.0-OpenSSH\r\n') },
  'sends bytes that are no text': { does: answers(Buffer.alloc(2_000, 0xff)) },
  'sends a status that is none': { does: answers('HTTP/1.1 abc OK\r\n\r\n') },
  'sends a NUL in a header': { does: answers(`${OK}X: a\0b\r\n\r\n`) },
  'speaks HTTP/2 at once': {
    does: answers(Buffer.from('000006040000000000000500004000', 'hex')),
  },
  'speaks TLS on a plain port': { does: answers(Buffer.from('15030100020228', 'hex')) },
  'floods the body': { does: floods(`${OK}\r\n`, Buffer.alloc(65_536, 'x')), replies: true },
  'drips the body': { does: keepsSaying(`${OK}\r\n`, 'x', 5), replies: true },
  'breaks off in the body': { does: answers(`${OK}Content-Length: 100\r\n\r\nhalf`), replies: true },
  'never ends the body': {
    does: (socket) => void socket.write(`${OK}Content-Length: 100\r\n\r\nhalf`),
    replies: true,
  },
  'sends broken chunks': {
    does: answers(`${OK}Transfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n`),
    replies: true,
  },
  'sends a bomb': {
    does: answers(
      Buffer.concat([Buffer.from(`${OK}Content-Encoding: gzip\r\n\r\n`), gzipSync(Buffer.alloc(10_000_000))]),
    ),
    replies: true,
  },
  'sends more after its answer': {
    does: keepsSaying(`${OK}Content-Length: 0\r\n\r\n`, `${OK}Content-Length: 0\r\n\r\n`, 5),
    replies: true,
  },
  'redirects to itself': { does: answers('HTTP/1.1 307 X\r\nLocation: /\r\n\r\n'), replies: true },
};

/** A receiver that listens. */
export interface MisbehavingReceiver {
  readonly url: string;
  stop(): void;
}

/** Starts one on the loopback. */
export async function startMisbehaving(does: Misbehaviour): Promise<MisbehavingReceiver> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => does(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
