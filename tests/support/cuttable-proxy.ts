import net, { type AddressInfo } from 'node:net';
import path from 'node:path';

import type pg from 'pg';

import type { TestDatabase } from './test-database';

/** A proxy between a server and a service it needs, which can be cut. */
export interface CuttableProxy {
  port: number;
  /** Breaks every connection and refuses new ones. */
  cut(): Promise<void>;
  /** Passes nothing on any more without closing connections, like a network that drops all packets. */
  fallSilent(): void;
  /** Accepts connections again. */
  restore(): Promise<void>;
  close(): Promise<void>;
}

export async function startCuttableProxy(target: net.NetConnectOpts): Promise<CuttableProxy> {
  const sockets = new Set<net.Socket>();
  let isSilent = false;
  const server = net.createServer((from) => {
    // It came while the proxy was being cut, which waits for the end of all connections.
    if (!server.listening) return void from.destroy();
    const to = net.connect(target);
    for (const [socket, other] of [
      [from, to],
      [to, from],
    ] as const) {
      sockets.add(socket.setNoDelay(true));
      socket.on('data', (data) => isSilent || other.write(data));
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', resolve);
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const cut = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return {
    port,
    cut: async () => void (server.listening && (await cut())),
    fallSilent: () => void (isSilent = true),
    restore: async () => {
      if (isSilent) for (const socket of sockets) socket.destroy();
      isSilent = false;
      if (!server.listening) await listen(port);
    },
    close: async () => void (server.listening && (await cut())),
  };
}

/** A proxy in front of a test's database, and the settings for a pool that connects through it. */
export async function proxyDatabase({
  connection,
}: Pick<TestDatabase, 'connection'>): Promise<{ proxy: CuttableProxy; config: pg.PoolConfig }> {
  if (connection.connectionString) {
    const url = new URL(connection.connectionString);
    const proxy = await startCuttableProxy({ host: url.hostname, port: Number(url.port || 5432) });
    [url.hostname, url.port] = ['127.0.0.1', String(proxy.port)];
    return { proxy, config: { connectionString: url.href } };
  }
  const socket = path.join(connection.host ?? '', `.s.PGSQL.${connection.port ?? 5432}`);
  const proxy = await startCuttableProxy({ path: socket });
  return { proxy, config: { ...connection, host: '127.0.0.1', port: proxy.port } };
}
