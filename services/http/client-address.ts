import { isIPv4, isIPv6, type BlockList } from 'node:net';
import type { IncomingMessage } from 'node:http';

/** Address with a port, as some proxies write it: 192.0.2.1:4711, [2001:db8::1]:4711. */
const withPort = /^(?:\[(?<six>[^\]]*)\](?::\d{1,5})?|(?<four>[\d.]+):\d{1,5})$/;

/**
 * Address of the client of a request. This is the socket's peer or, if that is a trusted proxy, the rightmost address
 * in X-Forwarded-For that is not one. Addresses left of it are not trusted, because the client may have sent them. An
 * entry that is not an address ends the search at the last known proxy. Never throws.
 */
export function clientAddressOf(request: Pick<IncomingMessage, 'socket' | 'headers'>, proxies: BlockList): string {
  const isTrusted = (address: string) => proxies.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
  let client = plainAddress(request.socket.remoteAddress ?? '');
  if (client === null) return '';
  const chain = String(request.headers['x-forwarded-for'] ?? '').split(',');
  while (isTrusted(client)) {
    const before = plainAddress(chain.pop() ?? '');
    if (before === null) break;
    client = before;
  }
  return client;
}

/** Adds the peer of a request to its X-Forwarded-For, before it is passed on. */
export function noteClient({ headers }: Request, { socket }: Pick<IncomingMessage, 'socket'>): void {
  const chain = [headers.get('X-Forwarded-For'), socket.remoteAddress].filter(Boolean);
  headers.set('X-Forwarded-For', chain.join(', '));
}

/**
 * The part of an address that belongs to one customer. This is the whole IPv4 address, but only the first 64 bits of
 * IPv6, because that is the smallest subnet that a site is given (RFC 6177, section 2).
 */
export function addressForLimits(address: string): string {
  return isIPv6(address) ? `${groupsOf(address).slice(0, 4).join(':')}::/64` : address;
}

/** An address without port, zone and brackets, and IPv4 not mapped to IPv6; null if it is not an address. */
function plainAddress(text: string): string | null {
  const { six, four } = withPort.exec(text.trim())?.groups ?? {};
  const bare = (six ?? four ?? text.trim()).replace(/%.*$/, '');
  if (isIPv4(bare)) return bare;
  if (!isIPv6(bare)) return null;
  const groups = groupsOf(bare);
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return groups.join(':');
  return groups
    .slice(6)
    .map((group) => parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 255])
    .join('.');
}

/** The eight groups of an IPv6 address in lower case and without leading zeros, as in the URL standard. */
function groupsOf(address: string): string[] {
  const written = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const [left = '', right] = written.split('::').map((side) => side.split(':').filter(Boolean));
  if (right === undefined) return [...left];
  return [...left, ...Array.from({ length: 8 - left.length - right.length }, () => '0'), ...right];
}
