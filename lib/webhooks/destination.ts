import { BlockList, isIP } from 'node:net';

/** Where webhooks may go. Only the local cloud allows loopback and plain HTTP. */
export interface DestinationPolicy {
  readonly allowLoopback: boolean;
}

/** Networks that are not the public internet (IANA special-purpose registries), cloud metadata addresses included. */
const CLOSED: readonly [string, number, 'ipv4' | 'ipv6'][] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.88.99.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 4, 'ipv4'],
  ['240.0.0.0', 4, 'ipv4'],
  ['::', 128, 'ipv6'],
  ['::1', 128, 'ipv6'],
  ['64:ff9b::', 96, 'ipv6'],
  ['64:ff9b:1::', 48, 'ipv6'],
  ['100::', 64, 'ipv6'],
  ['2001::', 23, 'ipv6'],
  ['2001:db8::', 32, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['3fff::', 20, 'ipv6'],
  ['5f00::', 16, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['fec0::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
];

const closed = new BlockList();
for (const [network, prefix, family] of CLOSED) closed.addSubnet(network, prefix, family);

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/**
 * True when a connection to this address is allowed. IPv4 addresses written as IPv6 (`::ffff:10.0.0.1`) are judged as
 * what they are: Node's list does that for mapped addresses, and translated ones are closed as a whole.
 */
export function mayConnectTo(address: string, policy: DestinationPolicy): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  if (isIP(address) === 0) return false;
  if (policy.allowLoopback && loopback.check(address, family)) return true;
  return !closed.check(address, family);
}

/** Why a URL cannot be an endpoint's, or undefined when it can. Names are judged again at every connection. */
export function unusableUrl(text: string, policy: DestinationPolicy): string | undefined {
  if (!URL.canParse(text)) return `"${text}" is not an absolute URL such as https://example.com/hooks.`;
  const url = new URL(text);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isLoopback = policy.allowLoopback && (host === 'localhost' || mayConnectTo(host, policy));
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback)) {
    return `"${text}" must begin with https://.`;
  }
  if (url.username || url.password)
    return `"${url.host}": user name and password in the URL are not sent; leave them out.`;
  if (isIP(host) !== 0 && !mayConnectTo(host, policy))
    return `"${host}" is not an address on the public internet.`;
  if (isIP(host) === 0 && !isLoopback && (host === 'localhost' || !host.includes('.'))) {
    return `"${host}" is not a name on the public internet.`;
  }
  return undefined;
}
