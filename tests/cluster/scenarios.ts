import { setTimeout as delay } from 'node:timers/promises';

import type { ServerProcess } from '../e2e/support/server-process';
import type { CuttableProxy } from '../support/cuttable-proxy';
import type { Cluster } from './cluster';

/** Delay before and after the event, so that it affects requests under way and their outcome can be seen. */
const calmMs = 10_000;

/** Time from the death of one process to that of the next, and until it is started again. */
const killEveryMs = 20_000;
const reviveAfterMs = 2000;
const longestRevivalMs = 180_000;

/** An event in the cluster while users work on it. */
export interface Scenario {
  name: string;
  happen(cluster: Cluster, say: (text: string) => void): Promise<void>;
}

const calm = () => delay(calmMs);

interface Times {
  storeSeconds: number;
  databaseSeconds: number;
  killMinutes: number;
}

export function makeScenarios({ storeSeconds, databaseSeconds, killMinutes }: Times) {
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
    kills: {
      name: `every ${killEveryMs / 1000} s one process killed for ${killMinutes} min, store and database away once`,
      async happen(cluster, say) {
        const kills = Math.round((killMinutes * 60_000) / killEveryMs);
        const [storeAt, databaseAt] = [Math.floor(kills / 3), Math.floor((2 * kills) / 3)];
        const processes = [...cluster.servers, ...cluster.workers];
        for (let count = 0; count < kills; count += 1) {
          const next = delay(killEveryMs);
          const away = [
            count === storeAt ? goAway(cluster.store, storeSeconds) : null,
            count === databaseAt ? goAway(cluster.database, databaseSeconds) : null,
          ];
          const at = count % processes.length;
          await killAndRevive(processes[at]!, (text) => say(`process ${at + 1}: ${text}`));
          await Promise.all([next, ...away]);
        }
        await calm();
      },
    },
    store: {
      name: `object store away for ${storeSeconds} s`,
      async happen({ store }) {
        await calm();
        await goAway(store, storeSeconds);
        await calm();
      },
    },
    database: {
      name: `database away for ${databaseSeconds} s`,
      async happen({ database }) {
        await calm();
        await goAway(database, databaseSeconds);
        await calm();
      },
    },
  } satisfies Record<string, Scenario>;
}

async function goAway(proxy: CuttableProxy | null, seconds: number): Promise<void> {
  await proxy?.cut();
  await delay(seconds * 1000);
  await proxy?.restore();
}

/** Starts a killed process again until it stays, as an init system does. */
async function killAndRevive(server: ServerProcess, say: (text: string) => void): Promise<void> {
  await server.kill();
  const start = performance.now();
  for (let tries = 1; ; tries += 1) {
    await delay(reviveAfterMs);
    const failed = await server.start().then(
      () => null,
      (error: unknown) => error,
    );
    if (failed === null) {
      return say(`killed, back in ${((performance.now() - start) / 1000).toFixed(1)} s after ${tries} starts`);
    }
    if (performance.now() - start > longestRevivalMs) throw failed;
  }
}
