import { parseArgs } from 'node:util';

import { buildWhenStale } from '../../services/launcher/build-when-stale';
import { Resources } from '../bench/resources';
import { checkJobs } from './check-jobs';
import { reviveServers, startCluster } from './cluster';
import { prepareLoad } from './load';
import { reportScenario } from './report';
import { makeScenarios } from './scenarios';

/**
 * `npm run test:cluster -- [--only restart,kill,store,database] [--store-seconds <n>] [--database-seconds <n>]`: runs two
 * built servers with one PostgreSQL database and one bucket behind a balancer without stickiness. Users work on them
 * while servers, object store or database go away. Prints what was acknowledged, refused and lost. Exits with 1 if a
 * limit is broken, or after the maximum time.
 *
 * `--servers 3 --workers 2 --only kills --store-seconds 30 [--kill-minutes <n>]` leaves jobs to workers and kills one of
 * all processes after the other.
 */
const longestMs = 40 * 60_000;
const option = (fallback: string) => ({ type: 'string', default: fallback }) as const;
const { values } = parseArgs({
  options: {
    only: option('restart,kill,store,database'),
    'store-seconds': option('60'),
    'database-seconds': option('30'),
    'kill-minutes': option('10'),
    servers: option('2'),
    workers: option('0'),
  },
});
const print = (text: string) => process.stdout.write(`${text}\n`);
const scenarios = makeScenarios({
  storeSeconds: Number(values['store-seconds']),
  databaseSeconds: Number(values['database-seconds']),
  killMinutes: Number(values['kill-minutes']),
});
const isKnown = (name: string): name is keyof typeof scenarios => Object.hasOwn(scenarios, name);
const chosen = values.only.split(',').filter(isKnown);
if (chosen.length === 0) throw new Error(`--only takes some of ${Object.keys(scenarios).join(', ')}.`);
if (!buildWhenStale()) process.exit(1);

const resources = new Resources();
setTimeout(() => {
  print('The trial took too long and is broken off.');
  void resources.close().finally(() => process.exit(1));
}, longestMs).unref();
try {
  const [servers, workers] = [Number(values.servers), Number(values.workers)];
  const cluster = await startCluster(resources, { servers, workers });
  print(`${servers} servers behind ${cluster.origin}, ${workers} workers`);
  const load = await prepareLoad(cluster, print);
  for (const name of chosen) {
    const scenario = scenarios[name];
    print(`${scenario.name} …`);
    let dead: string[] = [];
    const tally = await load.run(async () => {
      await scenario.happen(cluster, print);
      dead = await reviveServers(cluster);
    });
    await checkJobs(cluster.databaseUrl, tally);
    const { text, kept } = reportScenario(scenario.name, tally, dead);
    print(text);
    if (!kept) process.exitCode = 1;
  }
} finally {
  await resources.close();
}
