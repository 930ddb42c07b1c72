import { columns } from '../support/columns';
import { costsOf, egressOf, machinesOf } from './costs';
import type { Inputs, Place } from './inputs';
import { type Answer, type Load, loadOf, simulateAnswers, simulateFiles } from './load';
import { fixityRate, objectsOf, storageByYear, type StoredInYear } from './storage';

const loads = [0.5, 1, 1.3, 1.6];
/** For how long a shared cache could keep public pages. */
const pageSeconds = 60;

/** Everything about a place as text. */
export function reportPlace(inputs: Inputs, name: string): string {
  const place = inputs.places[name];
  if (!place) throw new Error(`There is no place ${name}, only ${Object.keys(inputs.places).join(', ')}.`);
  const load = loadOf(inputs, place);
  const stored = storageByYear(inputs, place);
  const parts = [
    requestTable(place, load),
    answerTable(inputs, load),
    machineLines(inputs, place, load),
    storageTable(stored),
    objectLines(inputs, place, { load, stored }),
    costTable(inputs, place, { load, stored }),
  ];
  return parts.map((lines) => lines.join('\n')).join('\n\n') + '\n';
}

function requestTable(place: Place, { flows }: Load): string[] {
  const rows = flows.map(({ name, rate, work: [server = 0, database = 0] }) => [
    name,
    short(rate),
    short((rate * server) / 1000),
    short((rate * database) / 1000),
  ]);
  const title = `busiest second of ${whole(place.requestsPerSecond)} requests`;
  return columns([[title, 'reach servers', 'processors', 'of the database'], ...rows]);
}

function answerTable(inputs: Inputs, load: Load): string[] {
  const rows = simulateAnswers(inputs, load, loads).map((answer) => [
    percent(answer.load),
    ...[answer.p50, answer.p95].map((ms) => (isTooMuch(answer) ? 'grows' : `${short(ms)} ms`)),
    percent(answer.serversUsed),
    percent(answer.databaseUsed),
  ]);
  return columns([['pages at this share of them', 'median', 'p95', 'servers busy', 'database busy'], ...rows]);
}

/** Whether queues become longer without an end. */
const isTooMuch = ({ serversUsed, databaseUsed }: Answer) => serversUsed >= 1 || databaseUsed >= 1;

function machineLines(inputs: Inputs, place: Place, load: Load): string[] {
  const machines = machinesOf(inputs, place, load);
  const cached = loadOf(inputs, place, pageSeconds);
  const files = simulateFiles(inputs, place, load);
  return described([
    ['servers (ROLE=web,api)', `${load.servers} and ${place.spareServers} spare`],
    [
      `if a shared cache kept pages for ${pageSeconds} s`,
      `${cached.servers}, and ${cached.databaseProcessors} processors of the database`,
    ],
    [
      'workers (ROLE=worker)',
      `${load.workers} and ${place.spareWorkers} spare, with ${short(load.workersBusy)} processors busy in the busiest hour`,
    ],
    ['file until checked, p95', `${duration(files.small)} for a small one, ${duration(files.large)} for a large one`],
    ['processors of the database', `${load.databaseProcessors} on each of ${place.databases}`],
    [
      'servers and workers together',
      `${whole(machines.processors)} processors, ${whole(machines.memory)} GB of memory`,
    ],
    ['connections to the database', whole(machines.connections)],
  ]);
}

function storageTable(stored: StoredInYear[]): string[] {
  const rows = stored.map((year) => [
    `year ${year.year}`,
    whole(year.dataSets),
    `${short(year.originals)} TB`,
    `${short(year.tables)} TB`,
    `${short(year.kept)} TB`,
    `${short(objectsOf(year).all)} TB`,
    `${short(year.databaseGigabytes)} GB`,
  ]);
  return columns([['stored', 'data sets', 'originals', 'tables', 'kept files', 'objects', 'database'], ...rows]);
}

function objectLines(inputs: Inputs, place: Place, { load, stored }: { load: Load; stored: StoredInYear[] }): string[] {
  const last = lastOf(stored);
  const { all, lasting } = objectsOf(last);
  const egress = egressOf(inputs, place, load);
  const fixity = fixityRate(last, place);
  const copies = Object.entries(inputs.prices).map(
    ([name, { copiesOfObjects }]) => `${short(all * copiesOfObjects)} TB ${name}`,
  );
  return described([
    ['on disks of the store', copies.join(', ')],
    ['copies elsewhere', `${short(lasting * place.otherCopies)} TB`],
    [
      `read again within ${place.fixityDays} days`,
      `${short(fixity)} MB/s: FIXITY_BYTES_PER_SECOND=${Math.ceil(fixity / load.workers)}000000 on each worker`,
    ],
    ['sent a month', `${short(egress.servers)} TB, and ${short(egress.cache)} TB by a shared cache`],
  ]);
}

function costTable(inputs: Inputs, place: Place, { load, stored }: { load: Load; stored: StoredInYear[] }): string[] {
  const lists = Object.entries(inputs.prices);
  const costs = lists.map(([, price]) => costsOf(inputs, place, { load, stored: lastOf(stored), price }));
  const parts = (costs[0] ?? []).map(([part], row) => [part, ...costs.map((list) => euros(list[row]?.[1] ?? 0))]);
  const sums = costs.map((list) => euros(list.reduce((sum, [, part]) => sum + part, 0)));
  return columns([['euros a month, last year', ...lists.map(([name]) => name)], ...parts, ['together', ...sums]]);
}

function lastOf(stored: StoredInYear[]): StoredInYear {
  const last = stored.at(-1);
  if (!last) throw new Error('There are no years.');
  return last;
}

/** What something is, and its figures. */
function described(lines: [what: string, figures: string][]): string[] {
  const width = Math.max(...lines.map(([what]) => what.length));
  return lines.map(([what, figures]) => `${what.padEnd(width)}  ${figures}`);
}

const whole = (value: number) => Math.round(value).toLocaleString('en');
/** Two digits that count, for figures that are no more exact than that. */
const short = (value: number) =>
  value >= 100 ? whole(Number(value.toPrecision(2))) : String(Number(value.toPrecision(2)));
const euros = (value: number) => whole(Number(value.toPrecision(2)));
const percent = (share: number) => `${Math.round(share * 100)} %`;

function duration(seconds: number): string {
  if (seconds < 1) return 'under 1 s';
  if (seconds < 100) return `${short(seconds)} s`;
  return seconds < 6000 ? `${short(seconds / 60)} min` : `${short(seconds / 3600)} h`;
}
