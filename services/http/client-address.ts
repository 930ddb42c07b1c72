import { isIPv4, isIPv6, type BlockList } from 'node:net';
import type { IncomingMessage } from 'node:http';

/** Port that some proxies write behind an address: 192.0.2.1:4711, [2001:db8::1]:4711. */
const withPort = /^(?:\[(?<six>[^\]]*)\](?::\d{1,5})?|(?<four>[\d.]+):\d{1,5})$/;

/**
 * Address of the client that made a request: the socket's peer, or, where that is a trusted proxy, the
 * rightmost address of X-Forwarded-For that is none. What stands left of it is the client's own claim. An
 * entry that is no address ends the search at the last proxy that is known. Never throws.
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

/**
 * The part of an address that one customer has to themselves: an IPv4 address whole; of IPv6 the first 64
 * bits, since a subnet of that size is the least that a site is given (RFC 6177, section 2).
 */
export function addressForLimits(address: string): string {
  return isIPv6(address) ? `${groupsOf(address).slice(0, 4).join(':')}::/64` : address;
}

/** An address without port, zone and brackets, IPv4 also where it comes mapped into IPv6; null for anything else. */
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

/** The eight groups of an IPv6 address, as the URL standard writes them: no leading zeros, lower case. */
function groupsOf(address: string): string[] {
  const written = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const [left = '', right] = written.split('::').map((side) => side.split(':').filter(Boolean));
  if (right === undefined) return [...left];
  return [...left, ...Array.from({ length: 8 - left.length - right.length }, () => '0'), ...right];
}
