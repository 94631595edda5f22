import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Allowed destinations of outgoing requests. Only the local cloud allows loopback and plain HTTP. */
export interface DestinationPolicy {
  readonly allowLoopback: boolean;
}

type Family = 'ipv4' | 'ipv6';

/** Networks that are not the public internet (IANA special-purpose registries), cloud metadata addresses included. */
const CLOSED: Readonly<Record<Family, readonly (readonly [network: string, prefix: number])[]>> = {
  ipv4: [
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['192.88.99.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
  ],
  // Only 2000::/3 is allocated. These are the rest, including IPv4 addresses in another form, and the special
  // ranges in it.
  ipv6: [
    ['::', 3],
    ['4000::', 2],
    ['8000::', 1],
    ['2001::', 23],
    ['2001:db8::', 32],
    ['2002::', 16],
    ['3fff::', 20],
  ],
};

/** One list per family: a list with both would also check an IPv4 address against the rules for `::ffff:0:0/96`. */
const closed = { ipv4: listOf('ipv4'), ipv6: listOf('ipv6') };

function listOf(family: Family): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of CLOSED[family]) list.addSubnet(network, prefix, family);
  return list;
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Names that no public name server answers for (RFC 6761, 6762, 8375 and the zone that ICANN reserved). */
const PRIVATE_NAMES = /(^|\.)(localhost|local|internal|home\.arpa)$/;

/** True when a connection to this address is allowed. IPv4 addresses written as IPv6 are never allowed. */
export function mayConnectTo(address: string, policy: DestinationPolicy): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  if (isIP(address) === 0) return false;
  if (policy.allowLoopback && loopback.check(address, family)) return true;
  return !closed[family].check(address, family);
}

/** Why a URL cannot be used for an endpoint, or undefined when it can. Names are checked again at every connection. */
export function unusableUrl(text: string, policy: DestinationPolicy): string | undefined {
  // A parser drops line breaks and tabs, so that another address would be called than the one that is shown.
  if (/[\p{Cc}\s]/u.test(text)) {
    return `${JSON.stringify(text.slice(0, 60))} contains spaces, line breaks or control characters. Leave them out.`;
  }
  if (!URL.canParse(text)) return `"${text}" is not an absolute URL such as https://example.com/hooks.`;
  const url = new URL(text);
  // A dot at its end makes a name absolute, not another one.
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const isLoopback = policy.allowLoopback && (host === 'localhost' || mayConnectTo(host, policy));
  // Before anything that repeats the URL: a password must not appear in stored replies.
  if (url.username || url.password)
    return `"${url.host}": user name and password in the URL are not sent; leave them out.`;
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback)) {
    return `"${text}" must start with https://.`;
  }
  if (isIP(host) !== 0 && !mayConnectTo(host, policy))
    return `"${host}" is not an address on the public internet.`;
  if (isIP(host) === 0 && !isLoopback && (!host.includes('.') || PRIVATE_NAMES.test(host))) {
    return `"${host}" is not a name on the public internet.`;
  }
  return undefined;
}

/**
 * A look-up that returns only allowed addresses. The check is in the same look-up that the connection uses,
 * so that a name cannot change in between.
 */
export function guardedLookup(policy: DestinationPolicy): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const allowed = (addresses ?? []).filter(({ address }) => mayConnectTo(address, policy));
      const [first] = allowed;
      if (error) return callback(error, '', 4);
      if (!first)
        return callback(new Error(`"${hostname}" resolves to no address on the public internet`), '', 4);
      return options.all ? callback(null, allowed) : callback(null, first.address, first.family);
    });
  };
}
