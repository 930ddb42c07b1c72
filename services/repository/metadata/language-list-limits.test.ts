import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';

import { describe, expect, test } from 'vitest';

import { fetchLanguageCodes } from './codes';

describe('a host that never stops sending', () => {
  /** A real server, because a response of msw does not end when the reader goes away. */
  async function withServer(respond: RequestListener, use: (address: string) => Promise<void>) {
    const server = createServer(respond).listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  }

  test('is aborted after the timeout', async () => {
    await withServer(
      (_, response) => response.write('de\n'),
      (address) => expect(fetchLanguageCodes(address, { limitMs: 200 })).rejects.toThrow(/within 0.2 s/),
    );
  });

  test('is read up to one megabyte', async () => {
    let sent = 0;
    await withServer(
      (_, response) => {
        Readable.from(
          (function* () {
            for (; sent < 10_000_000; sent += 10_000) yield 'aa,Language\n'.repeat(1000);
          })(),
        ).pipe(response);
      },
      (address) => expect(fetchLanguageCodes(address)).rejects.toThrow(/more than 1000000 bytes/),
    );
    expect(sent).toBeLessThan(8_000_000);
  });
});
