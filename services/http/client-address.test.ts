import { BlockList } from 'node:net';

import { expect, test } from 'vitest';

import { addressForLimits, clientAddressOf, noteClient } from './client-address';

const proxies = new BlockList();
proxies.addAddress('127.0.0.1');
proxies.addAddress('::1', 'ipv6');
proxies.addSubnet('10.0.0.0', 8);
proxies.addSubnet('2001:db8:1::', 48, 'ipv6');

const clientOf = (remoteAddress: string | undefined, forwarded?: string) =>
  clientAddressOf({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } } as never, proxies);

test.each([
  ['a peer that is not a proxy is the client, whatever it claims', '198.51.100.7', '203.0.113.9', '198.51.100.7'],
  ['the header of a proxy is used', '127.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['an entry sent by the client is ignored', '127.0.0.1', '192.0.2.1, 10.1.1.1, 203.0.113.9', '203.0.113.9'],
  ['consecutive proxies are skipped', '127.0.0.1', '192.0.2.1, 203.0.113.9, 10.1.2.3', '203.0.113.9'],
  ['an entry that pretends to be a proxy is ignored', '127.0.0.1', '10.9.9.9, 203.0.113.9', '203.0.113.9'],
  ['if all are proxies, the outermost is the client', '127.0.0.1', '10.0.0.2, 10.0.0.1', '10.0.0.2'],
  ['without the header the proxy is the client', '127.0.0.1', undefined, '127.0.0.1'],
  ['an empty header counts as absent', '127.0.0.1', ' , ', '127.0.0.1'],
  ['an entry that is not an address ends the search', '127.0.0.1', '203.0.113.9, unknown', '127.0.0.1'],
  ['so does one behind a second proxy', '127.0.0.1', '203.0.113.9, <script>, 10.0.0.1', '10.0.0.1'],
  ['garbage further left is ignored', '127.0.0.1', '%00, 1.2.3.4.5, 203.0.113.9', '203.0.113.9'],
  ['a peer with IPv4 mapped to IPv6 is IPv4', '::ffff:127.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['and so is an entry in the header', '::ffff:7f00:1', '::FFFF:203.0.113.9', '203.0.113.9'],
  ['a port is removed', '127.0.0.1', '203.0.113.9:4711', '203.0.113.9'],
  ['also from IPv6', '::1', '[2001:DB8:2:0::5]:4711', '2001:db8:2:0:0:0:0:5'],
  ['ranges apply to IPv6', '2001:db8:1:ffff::1', '2001:db8:2::1', '2001:db8:2:0:0:0:0:1'],
  ['a zone is removed', 'fe80::1%eth0', undefined, 'fe80:0:0:0:0:0:0:1'],
  ['a closed socket has no address', undefined, '203.0.113.9', ''],
])('%s', (_, peer, forwarded, client) => {
  expect(clientOf(peer, forwarded)).toBe(client);
});

test('it never throws', () => {
  const garbage = ['::', ':::', '[', '[]', '[::1', '1.2.3.4:99999999', '1e3', '0x7f.1', '999.1.1.1', '::ffff:1.2.3'];
  for (const entry of [...garbage, 'x'.repeat(30_000), ','.repeat(30_000), '\u{1F600}']) {
    expect(() => clientOf('127.0.0.1', entry)).not.toThrow();
    expect(() => clientOf(entry, entry)).not.toThrow();
  }
});

test('limits use the first 64 bits of IPv6 and the whole IPv4 address', () => {
  expect(addressForLimits('2001:db8:0:1:2:3:4:5')).toBe(addressForLimits('2001:db8:0:1::9'));
  expect(addressForLimits('2001:db8:0:1::9')).not.toBe(addressForLimits('2001:db8:0:2::9'));
  expect(addressForLimits('203.0.113.9')).toBe('203.0.113.9');
});

test('a request that is passed on names its peer after those before', () => {
  const peer = { socket: { remoteAddress: '198.51.100.7' } } as never;
  for (const [given, expected] of [
    [{}, '198.51.100.7'],
    [{ 'X-Forwarded-For': '203.0.113.9' }, '203.0.113.9, 198.51.100.7'],
  ] as const) {
    const request = new Request('http://localhost/', { headers: given });
    noteClient(request, peer);
    expect(request.headers.get('X-Forwarded-For')).toBe(expected);
  }
});
