import type { Random } from '../../services/repository/help-files/made-up-people';

/** Servers that do the same work, each one piece of it after the other. */
export interface Station {
  servers: number;
  /** Who takes what arrives: each in turn, as behind a proxy, or the first that is free, as processors of a database. */
  taken: 'in turn' | 'by the first free';
}

/** What a station does for something that arrives. Times in milliseconds. */
export interface Arrival {
  at: number;
  work: number;
}

/**
 * When each arrival, in the order of time, leaves a station. An arrival begins as soon as its server has ended what came
 * before, so this is exact without a list of events.
 */
export function leave(arrivals: readonly Arrival[], { servers, taken }: Station): number[] {
  const freeAt = new Float64Array(servers);
  return arrivals.map(({ at, work }, index) => {
    const server = taken === 'in turn' ? index % servers : freeAt.indexOf(freeAt.reduce((a, b) => Math.min(a, b)));
    const end = Math.max(at, freeAt[server] ?? 0) + work;
    freeAt[server] = end;
    return end;
  });
}

/** Something that arrives at random, and the mean of what it needs of each station. */
export interface Kind {
  /** Arrivals in a second. */
  rate: number;
  /** Milliseconds of work, for each station. */
  work: number[];
}

/** What an arrival spent at all stations, in milliseconds. */
export interface Spent {
  /** Place of its kind in the list of kinds. */
  kind: number;
  ms: number;
}

/**
 * What arrivals spend at stations one after the other. They come at random (Poisson) and need a random time
 * with an exponential distribution about the mean of their kind. The first tenth is left out, in which the queues fill.
 */
export function simulate(random: Random, kinds: readonly Kind[], stations: readonly Station[], count: number): Spent[] {
  const arrivals = arriveAtRandom(random, kinds, count);
  let order = arrivals.map(({ at }, index) => ({ at, index }));
  for (const [number, station] of stations.entries()) {
    const left = leave(
      order.map(({ at, index }) => ({ at, work: arrivals[index]?.work[number] ?? 0 })),
      station,
    );
    order = order.map(({ index }, place) => ({ at: left[place] ?? NaN, index }));
    order.sort((a, b) => a.at - b.at);
  }
  return order.flatMap(({ at, index }) => {
    const arrival = arrivals[index];
    return arrival && index >= count / 10 ? [{ kind: arrival.kind, ms: at - arrival.at }] : [];
  });
}

function arriveAtRandom(random: Random, kinds: readonly Kind[], count: number) {
  const rate = kinds.reduce((sum, kind) => sum + kind.rate, 0);
  const exponential = (mean: number) => (mean === 0 ? 0 : -Math.log(1 - random.fraction()) * mean);
  let at = 0;
  return Array.from({ length: count }, () => {
    at += exponential(1000 / rate);
    const kind = pick(kinds, random.fraction() * rate);
    return { at, kind, work: (kinds[kind]?.work ?? []).map(exponential) };
  });
}

function pick(kinds: readonly Kind[], share: number): number {
  let left = share;
  const found = kinds.findIndex((kind) => (left -= kind.rate) < 0);
  // Rounding may leave a rest.
  return found === -1 ? kinds.length - 1 : found;
}

/** Value that this share of the values does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? NaN;
}
