import type { Inputs, Place, Prices } from './inputs';
import { daysPerMonth, enginesProcessors, type Load } from './load';
import { objectsOf, type StoredInYear } from './storage';

/** Machines together, spare ones and standbys included. */
export interface Machines {
  servers: number;
  workers: number;
  processors: number;
  memory: number;
  databaseProcessors: number;
  connections: number;
}

/** What the processes and the databases need. */
export function machinesOf({ memory, machines, connectionsPerProcess }: Inputs, place: Place, load: Load): Machines {
  const servers = load.servers + place.spareServers;
  const workers = load.workers + place.spareWorkers;
  const base = memory.server + (memory.catalogue * place.dataSets) / 100_000 + memory.engine;
  return {
    servers,
    workers,
    processors: servers * machines.processorsOfServer + workers * enginesProcessors,
    memory: (servers + workers) * base + workers * memory.parsers,
    databaseProcessors: load.databaseProcessors * place.databases,
    connections: (servers + workers) * connectionsPerProcess,
  };
}

/** Terabytes that leave in a month: downloads, and pages; and what of it a shared cache sends. */
export function egressOf({ requests }: Inputs, place: Place, load: Load): { servers: number; cache: number } {
  const inTerabytes = (kilobytesPerSecond: number) =>
    (kilobytesPerSecond * place.averageShare * daysPerMonth * 86_400) / 1e9;
  const pages = load.flows.reduce((sum, { rate, kilobytes }) => sum + rate * kilobytes, 0);
  const builtFiles = (place.requestsPerSecond * place.shares.builtFile) / 100;
  return {
    servers: inTerabytes(pages) + place.downloadedTerabytesPerMonth,
    cache: inTerabytes(builtFiles * place.cacheHits * requests.builtFile.kilobytes),
  };
}

/** Euros a month for each part, in the last year. */
export function costsOf(
  inputs: Inputs,
  place: Place,
  { load, stored, price }: { load: Load; stored: StoredInYear; price: Prices },
): [part: string, euros: number][] {
  const machines = machinesOf(inputs, place, load);
  const egress = egressOf(inputs, place, load);
  const { all, lasting } = objectsOf(stored);
  const database =
    machines.databaseProcessors *
      (price.databaseProcessor + inputs.machines.memoryOfDatabaseProcessor * price.gigabyteOfMemory) +
    (place.databases * stored.databaseGigabytes * price.terabyteOfFastDisk) / 1000;
  const disks = (machines.servers + machines.workers) * inputs.machines.workingTerabytes * price.terabyteOfFastDisk;
  return [
    ['servers and workers', machines.processors * price.processor + machines.memory * price.gigabyteOfMemory + disks],
    ['databases', database],
    ['objects', all * price.copiesOfObjects * price.terabyteOfObjects],
    ['copies elsewhere', lasting * place.otherCopies * price.terabyteElsewhere],
    ['sent', egress.servers * price.terabyteSent],
    ['shared cache', egress.cache * price.terabyteThroughCache],
    ['people', place.people * price.person],
  ];
}
