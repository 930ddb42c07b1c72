import { setTimeout as delay } from 'node:timers/promises';

import type { Cluster } from './cluster';

/** Delay before and after the event, so that it affects requests under way and their outcome can be seen. */
const calmMs = 10_000;

/** An event in the cluster while users work on it. */
export interface Scenario {
  name: string;
  happen(cluster: Cluster, say: (text: string) => void): Promise<void>;
}

const calm = () => delay(calmMs);

export function makeScenarios({ storeSeconds, databaseSeconds }: { storeSeconds: number; databaseSeconds: number }) {
  return {
    restart: {
      name: 'rolling restart, twice',
      async happen({ servers }, say) {
        await calm();
        for (const round of [1, 2]) {
          for (const [at, server] of servers.entries()) {
            const start = performance.now();
            await server.terminate();
            const stopped = performance.now();
            await server.start();
            const [stop, begin] = [stopped - start, performance.now() - stopped].map((ms) => (ms / 1000).toFixed(1));
            say(`round ${round}, server ${at + 1}: stopped in ${stop} s, back in ${begin} s`);
            await calm();
          }
        }
      },
    },
    kill: {
      name: 'each server killed',
      async happen({ servers }, say) {
        for (const [at, server] of servers.entries()) {
          await calm();
          await server.kill();
          say(`server ${at + 1}: killed`);
          await delay(1000);
          await server.start();
        }
        await calm();
      },
    },
    store: {
      name: `object store away for ${storeSeconds} s`,
      async happen({ store }) {
        await calm();
        await store?.cut();
        await delay(storeSeconds * 1000);
        await store?.restore();
        await calm();
      },
    },
    database: {
      name: `database away for ${databaseSeconds} s`,
      async happen({ database }) {
        await calm();
        await database.cut();
        await delay(databaseSeconds * 1000);
        await database.restore();
        await calm();
      },
    },
  } satisfies Record<string, Scenario>;
}
