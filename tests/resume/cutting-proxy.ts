import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** An unreliable TCP connection to a server. */
export interface CuttingProxy {
  origin: string;
  /** Sets the target of further connections. */
  leadTo(port: number): void;
  /** Bytes that clients have sent so far. */
  sent(): number;
  /** Resets every connection. */
  cut(): void;
  /** Resolves once clients have sent this many bytes in total. */
  reached(bytes: number): Promise<void>;
  close(): Promise<void>;
}

/** Passes bytes in both directions with back-pressure until `cut` is called. */
export async function startCuttingProxy(): Promise<CuttingProxy> {
  const sockets = new Set<Socket>();
  const marks: { bytes: number; resolve: () => void }[] = [];
  let port = 0;
  let sent = 0;
  const proxy = createServer((client) => {
    const server = connect(port, '127.0.0.1');
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        server.destroy();
      });
    }
    client.on('data', (chunk) => {
      sent += chunk.byteLength;
      for (const mark of marks) if (sent >= mark.bytes) mark.resolve();
    });
    client.pipe(server).pipe(client);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const cut = () => sockets.forEach((socket) => socket.resetAndDestroy());
  return {
    origin: `http://localhost:${(proxy.address() as AddressInfo).port}`,
    leadTo: (to) => void (port = to),
    sent: () => sent,
    cut,
    reached: (bytes) =>
      new Promise((resolve) => {
        if (sent >= bytes) resolve();
        else marks.push({ bytes, resolve });
      }),
    async close() {
      cut();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}
