/** A URL that nothing of the service may call for somebody outside, and why. */
export interface ClosedUrl {
  readonly title: string;
  readonly url: string;
}

const titled = (title: string, urls: readonly string[]): readonly ClosedUrl[] =>
  urls.map((url) => ({ title, url }));

/** URLs that are refused when they are saved, and again when a request is sent to them. */
export const CLOSED_URLS: readonly ClosedUrl[] = [
  ...titled('a private network', [
    'https://10.0.0.1',
    'https://172.16.0.1',
    'https://172.31.255.254',
    'https://192.168.1.1',
    'https://100.64.0.1',
    'https://198.18.0.1',
  ]),
  ...titled('metadata of a cloud', [
    'https://169.254.169.254',
    'https://169.254.170.2',
    'https://192.0.0.192',
    'https://100.100.100.200',
    'https://[fd00:ec2::254]',
    'https://metadata.google.internal',
  ]),
  ...titled('this machine', [
    'https://127.0.0.1',
    'https://127.255.255.254',
    'https://0.0.0.0',
    'https://localhost',
    'https://LOCALHOST',
    'https://db.localhost',
    'https://[::1]',
    'https://[::]',
  ]),
  ...titled('a number for an address', [
    'https://2130706433',
    'https://0x7f000001',
    'https://0x7f.0.0.1',
    'https://017700000001',
    'https://0177.0.0.1',
    'https://127.1',
    'https://127.0.1',
    'https://0',
    'https://2852039166',
    'https://0xa9.0xfe.0xa9.0xfe',
  ]),
  ...titled('digits and dots of another script', [
    'https://１２７.0.0.1',
    'https://127。0。0。1',
    'https://①②⑦.0.0.1',
    'https://ⓛocalhost',
  ]),
  ...titled('an encoded host', ['https://127%2e0%2e0%2e1', 'https://%6c%6fcalhost']),
  ...titled('a dot at the end', ['https://127.0.0.1.', 'https://localhost.', 'https://intranet.']),
  ...titled('IPv4 within IPv6', [
    'https://[::ffff:127.0.0.1]',
    'https://[::ffff:a9fe:a9fe]',
    'https://[::127.0.0.1]',
    'https://[64:ff9b::7f00:1]',
    'https://[64:ff9b:1::a00:1]',
    'https://[2002:7f00:1::]',
    'https://[2001:0:7f00:1::]',
  ]),
  ...titled('IPv6 of a network', [
    'https://[fe80::1]',
    'https://[fec0::1]',
    'https://[fc00::1]',
    'https://[ff02::1]',
  ]),
  ...titled('everybody, or nobody', ['https://224.0.0.1', 'https://255.255.255.255', 'https://240.0.0.1']),
  ...titled('a name of a network', [
    'https://intranet',
    'https://printer.local',
    'https://router.home.arpa',
    'https://vault.internal',
  ]),
  ...titled('a port', [
    'https://127.0.0.1:8443',
    'https://localhost:22',
    'https://10.0.0.1:6379',
    'https://[::1]:9000',
    'https://169.254.169.254:80',
  ]),
  ...titled('a user name or a password', [
    'https://user:secret@example.com',
    'https://127.0.0.1@example.com',
    'https://example.com@127.0.0.1',
    'https://example.com:443@169.254.169.254',
  ]),
  ...titled('another scheme', [
    'http://example.com',
    'http://127.0.0.1',
    'ftp://example.com',
    'file:///etc/passwd',
    'gopher://127.0.0.1:6379/_INFO',
    'data:text/plain,hello',
    'javascript:alert(1)',
    'ws://example.com',
    'blob:https://example.com/1',
    'unix:/var/run/docker.sock',
  ]),
  ...titled('no whole URL', [
    '//127.0.0.1',
    '/etc/passwd',
    'example.com',
    'https://',
    'https://[::1',
    'https:///',
  ]),
  ...titled('characters that a parser drops', [
    'https://exa\nmple.com',
    'https://example.com\r\nHost: 127.0.0.1',
    'https://127.0.0.1\t',
    ' https://10.0.0.1',
    'https://example.com/\u0000',
  ]),
];

/** Names with the addresses to which they resolve; each looks public until it is looked up. */
export const CLOSED_NAMES: Readonly<Record<string, readonly string[]>> = {
  'loopback.example.com': ['127.0.0.1'],
  'loopback6.example.com': ['::1'],
  'private.example.com': ['10.0.0.5'],
  'metadata.example.com': ['169.254.169.254'],
  'metadata6.example.com': ['fd00:ec2::254'],
  'mapped.example.com': ['::ffff:127.0.0.1'],
  'translated.example.com': ['64:ff9b::a00:1'],
  'unspecified.example.com': ['0.0.0.0'],
  'several.example.com': ['192.168.0.10', '10.0.0.5', '::1'],
};

/** Texts that are not kept as an address that people follow. */
export const UNUSABLE_LINKS: readonly string[] = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'blob:https://example.com/1',
  'https://example.com\r\nSet-Cookie: a=b',
  '/etc/passwd',
  'photo.jpg',
];
