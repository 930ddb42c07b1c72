import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A port on loopback that leads to another one, and can be made to be away. */
export interface CuttablePort {
  port: number;
  /** Resets every connection and refuses new ones. */
  away(): Promise<void>;
  back(): Promise<void>;
  close(): Promise<void>;
}

export async function startCuttablePort(target: number): Promise<CuttablePort> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const far = connect(target, '127.0.0.1');
    for (const socket of [client, far]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        far.destroy();
      });
    }
    client.pipe(far).pipe(client);
  });
  async function listen(port: number): Promise<number> {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }
  async function away(): Promise<void> {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.resetAndDestroy();
    await closed;
  }
  const port = await listen(0);
  return { port, away, back: async () => void (await listen(port)), close: away };
}
