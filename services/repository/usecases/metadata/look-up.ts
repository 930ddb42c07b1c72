import { type FoundEntry, type Lookup, LookupFillSchema, type LookupOrder } from '@domain/api/lookups';
import { Refusal } from '@domain/error-codes';
import { readReference } from '@domain/metadata/identifiers';

import type { Actor, RepositoryContext } from '../../context/context';
import { ServiceAway } from '../../lookups/ask-service';
import { findOrganisations } from '../../lookups/find-organisations';
import { findPeople } from '../../lookups/find-people';
import { findDataciteDoi, findWork, findWorks } from '../../lookups/find-publications';
import { findKnownOrganisations } from '../../lookups/known-organisations';

/** Lookups of one person. Own estimate: far more than somebody types, and few for a public service. */
const maxPerMinute = 30;
const minuteMs = 60_000;
/** Answers that are kept in memory, and for how long, so that a repeated press asks nobody. */
const maxKept = 500;
const keptMs = 10 * minuteMs;

interface Memory {
  recent: Map<string, number[]>;
  kept: Map<string, { at: number; answer: Lookup }>;
}
const memories = new WeakMap<RepositoryContext['settings'], Memory>();

/**
 * Looks something up for a field of the metadata: people at ORCID, organisations and funders at ROR, publications at
 * Crossref and, by DOI, at DataCite. If a service is away or switched off, organisations and funders are found in the
 * list that comes with this server. Sends the query and nothing else. Refuses with 'too-many-lookups'.
 */
export async function lookUp(
  actor: Actor,
  { settings, now }: Pick<RepositoryContext, 'settings' | 'now'>,
  { kind, query }: LookupOrder,
): Promise<Lookup> {
  const memory = memories.get(settings) ?? { recent: new Map(), kept: new Map() };
  memories.set(settings, memory);
  const time = now().getTime();
  countLookup(memory, actor.subject, time);
  const key = JSON.stringify([kind, query]);
  const kept = memory.kept.get(key);
  if (kept && time - kept.at < keptMs) return kept.answer;
  const answer = await answerOf(settings.lookups, { kind, query });
  if (answer.state !== 'answered') return answer;
  memory.kept.delete(key);
  if (memory.kept.size >= maxKept) memory.kept.delete([...memory.kept.keys()][0] ?? '');
  memory.kept.set(key, { at: time, answer });
  return answer;
}

function countLookup({ recent }: Memory, subject: string, time: number): void {
  const own = (recent.get(subject) ?? []).filter((at) => time - at < minuteMs);
  if (own.length >= maxPerMinute) throw new Refusal('too-many-lookups', { max: maxPerMinute });
  for (const [other, times] of recent) if (times.every((at) => time - at >= minuteMs)) recent.delete(other);
  recent.set(subject, [...own, time]);
}

type Services = RepositoryContext['settings']['lookups'];

async function answerOf(services: Services, { kind, query }: LookupOrder): Promise<Lookup> {
  switch (kind) {
    case 'person':
      return ask('orcid', services.orcid, false, (service) => findPeople(service, query));
    case 'organisation':
    case 'funder':
      return askOrganisations(services, query, kind === 'funder');
    case 'publication':
      return askPublications(services, query);
  }
}

/** Asks a service. Its failure is an answer, too, because the form can be filled in without. */
async function ask(
  source: Lookup['source'],
  service: string | null,
  isExact: boolean,
  find: (service: string) => Promise<FoundEntry[]>,
): Promise<Lookup> {
  if (service === null) return { state: 'off', source, isExact, found: [] };
  try {
    // What does not fit into the form cannot be chosen.
    const found = (await find(service)).filter(({ fill }) => LookupFillSchema.safeParse(fill).success);
    return { state: 'answered', source, isExact, found };
  } catch (error) {
    if (!(error instanceof ServiceAway)) throw error;
    return { state: 'away', source, isExact, found: [] };
  }
}

async function askOrganisations({ ror }: Services, query: string, isFunder: boolean): Promise<Lookup> {
  const answer = await ask('ror', ror, false, (service) => findOrganisations(service, query, { isFunder }));
  if (answer.state === 'answered') return answer;
  return { ...answer, source: 'list', found: findKnownOrganisations(query, { isFunder }) };
}

/** A DOI that Crossref does not know may be one of DataCite. */
async function askPublications({ crossref, datacite }: Services, query: string): Promise<Lookup> {
  const reference = readReference(query);
  if (reference?.type !== 'DOI') return ask('crossref', crossref, false, (service) => findWorks(service, query));
  const doi = reference.identifier;
  const one = (entry: FoundEntry | null) => (entry ? [entry] : []);
  const first = await ask('crossref', crossref, true, async (service) => one(await findWork(service, doi)));
  if (first.found.length > 0) return first;
  const second = await ask('datacite', datacite, true, async (service) => one(await findDataciteDoi(service, doi)));
  if (second.found.length > 0) return second;
  // Only if both have answered is it known that there is nothing.
  return second.state === 'answered' && first.state === 'away' ? first : second;
}
