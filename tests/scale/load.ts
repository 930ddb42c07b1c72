import { createRandom } from '../../services/repository/help-files/made-up-people';
import type { Inputs, Place } from './inputs';
import { type Kind, quantile, simulate } from './queue';
import { sharedShare, spread } from './shared-pages';
import { fixityRate, storageByYear, terabytesOfLastYear } from './storage';

const secondsPerDay = 86_400;
export const daysPerMonth = 365 / 12;
/** Processors that the columnar engine of a worker uses. */
export const enginesProcessors = 2;
/** A database has at least these. */
const leastProcessors = 2;

/** What the servers get in a second, and what each of it costs them and the database in milliseconds. */
export interface Flow extends Kind {
  name: string;
  /** Whether somebody waits for it as a page; pieces of files and built files are not. */
  isPage: boolean;
  kilobytes: number;
}

/** Requests and megabytes that reach this many servers. `pageSeconds`: how long a shared cache keeps public pages. */
export function flowsOf(inputs: Inputs, place: Place, servers: number, pageSeconds = 0): Flow[] {
  const { requests } = inputs;
  const rate = (kind: keyof Place['shares']) => (place.requestsPerSecond * place.shares[kind]) / 100;
  const flow = (name: string, perSecond: number, cost: keyof Inputs['requests'], isPage = true): Flow => {
    const { server, database, kilobytes } = requests[cost];
    return { name, rate: perSecond, work: [server, database], kilobytes, isPage };
  };
  const visits = { home: [rate('home')], dataSet: spread(rate('dataSet'), place.dataSets, place.popularity) };
  const pages = (['home', 'dataSet'] as const).map((kind) => {
    // What a shared cache keeps is asked for once in a while.
    const reaching = visits[kind].map((visit) => visit / (1 + visit * pageSeconds));
    const shared = sharedShare(
      reaching.map((visit) => visit / servers),
      inputs.sharedSeconds,
    );
    return { kind, shared, rate: reaching.reduce((sum, visit) => sum + visit, 0) };
  });
  return [
    flow('built files', rate('builtFile') * (1 - place.cacheHits), 'builtFile', false),
    flow(
      'public pages, shared',
      pages.reduce((sum, page) => sum + page.rate * page.shared, 0),
      'sharedPage',
    ),
    ...pages.map((page) =>
      flow(page.kind === 'home' ? 'home, rendered' : 'data sets, rendered', page.rate * (1 - page.shared), page.kind),
    ),
    flow('searches, rendered', rate('search'), 'search'),
    flow('calls of the API', rate('call'), 'call', false),
    flow('own pages', rate('ownPage'), 'ownPage'),
    flow('forms shown and saved', rate('form'), 'form'),
    flow('sign-ins', rate('signIn'), 'signIn'),
    ...fileFlows(inputs, place),
  ];
}

function fileFlows({ megabytes }: Inputs, place: Place): Flow[] {
  const flow = (name: string, rate: number, { server, database }: { server: number; database: number }): Flow => ({
    name,
    rate,
    work: [server, database],
    kilobytes: 0,
    isPage: false,
  });
  return [
    flow('megabytes received', receivedMegabytes(place) * place.busiestHour, megabytes.received),
    flow('megabytes sent', sentMegabytes(place) * place.busiestHour, megabytes.sent),
  ];
}

/** In a second of the last year, on average. */
const receivedMegabytes = (place: Place) => (terabytesOfLastYear(place) * 1e6) / 365 / secondsPerDay;
const sentMegabytes = ({ downloadedTerabytesPerMonth }: Place) =>
  (downloadedTerabytesPerMonth * 1e6) / daysPerMonth / secondsPerDay;

/** Processors that a station keeps busy, on average. */
export function busyProcessors(flows: readonly Kind[], station: 0 | 1): number {
  return flows.reduce((sum, { rate, work }) => sum + (rate * (work[station] ?? 0)) / 1000, 0);
}

/** Servers, workers and processors of the database that a place needs. */
export interface Load {
  flows: Flow[];
  /** Without the spare ones. */
  servers: number;
  serversBusy: number;
  databaseProcessors: number;
  databaseBusy: number;
  /** Without the spare ones: they read files, and all objects again. */
  workers: number;
  workersBusy: number;
}

/** Smallest numbers with which the processors have no more to do than planned. */
export function loadOf(inputs: Inputs, place: Place, pageSeconds = 0): Load {
  const { utilisation, megabytes } = inputs;
  let servers = 1;
  let flows = flowsOf(inputs, place, servers, pageSeconds);
  // More servers share less, because each renders a page for itself. So the number only grows, until it is enough.
  for (let needed = 0; needed !== servers;) {
    needed = servers;
    servers = Math.max(1, Math.ceil(busyProcessors(flows, 0) / utilisation));
    flows = flowsOf(inputs, place, servers, pageSeconds);
  }
  const checked = receivedMegabytes(place) * place.busiestHour;
  const databaseBusy = busyProcessors(flows, 1) + (checked * megabytes.checked.database) / 1000;
  const fixity = Math.max(...storageByYear(inputs, place).map((stored) => fixityRate(stored, place)));
  const workersBusy = (checked * megabytes.checked.worker) / 1000;
  return {
    flows,
    servers,
    serversBusy: busyProcessors(flows, 0),
    databaseBusy,
    databaseProcessors: Math.max(leastProcessors, Math.ceil(databaseBusy / utilisation)),
    workersBusy,
    workers: Math.max(
      1,
      Math.ceil(workersBusy / utilisation / enginesProcessors),
      Math.ceil(fixity / inputs.machines.fixityOfWorker),
    ),
  };
}

/** Milliseconds until pages are answered, without the network: median and 95th percentile. */
export interface Answer {
  /** As a share of the requests that are planned for. */
  load: number;
  p50: number;
  p95: number;
  serversUsed: number;
  databaseUsed: number;
}

/** Simulates pages with more and fewer requests than planned, on the planned machines. */
export function simulateAnswers(inputs: Inputs, load: Load, loads: readonly number[]): Answer[] {
  const stations = [
    { servers: load.servers, taken: 'in turn' },
    { servers: load.databaseProcessors, taken: 'by the first free' },
  ] as const;
  return loads.map((share) => {
    const flows = load.flows.map((flow) => ({ ...flow, rate: flow.rate * share }));
    const spent = simulate(createRandom(inputs.seed), flows, stations, inputs.simulated);
    const pages = spent.filter(({ kind }) => flows[kind]?.isPage).map(({ ms }) => ms);
    return {
      load: share,
      p50: quantile(pages, 0.5),
      p95: quantile(pages, 0.95),
      serversUsed: busyProcessors(flows, 0) / load.servers,
      databaseUsed: busyProcessors(flows, 1) / load.databaseProcessors,
    };
  });
}

/** Files that arrive in a second of the busiest hour, and what each needs of a worker in milliseconds. */
export function filesOf({ megabytes }: Inputs, place: Place): { small: Kind; large: Kind } {
  const perSecond = place.busiestHour / secondsPerDay;
  const perMegabyte = megabytes.checked.worker / enginesProcessors;
  const smallMegabytes = place.smallFilesPerDay * place.smallMegabytes;
  const largeMegabytes = Math.max(0, receivedMegabytes(place) * secondsPerDay - smallMegabytes);
  return {
    small: { rate: place.smallFilesPerDay * perSecond, work: [place.smallMegabytes * perMegabyte] },
    large: { rate: (largeMegabytes / place.largeMegabytes) * perSecond, work: [place.largeMegabytes * perMegabyte] },
  };
}

/** Seconds from the upload of a file until it is read and checked, in the busiest hour: the 95th percentile. */
export function simulateFiles(inputs: Inputs, place: Place, { workers }: Load): { small: number; large: number } {
  const { small, large } = filesOf(inputs, place);
  const station = { servers: workers, taken: 'by the first free' } as const;
  const spent = simulate(createRandom(inputs.seed), [small, large], [station], inputs.simulated);
  const p95 = (kind: number) =>
    quantile(
      spent.filter((file) => file.kind === kind).map(({ ms }) => ms),
      0.95,
    ) / 1000;
  return { small: p95(0), large: p95(1) };
}
