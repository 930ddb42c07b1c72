import { z } from 'zod';

import type { FoundEntry } from '@domain/api/lookups';

import { askService } from './ask-service';
import { nothing } from './entries';

const rows = 10;
const people = z.array(z.object({ family: z.string(), name: z.string() }).partial()).default([]);
/** A work at Crossref (https://api.crossref.org/swagger-ui/index.html). */
const WorkSchema = z.object({
  DOI: z.string(),
  title: z.array(z.string()).default([]),
  author: people,
  issued: z
    .object({ 'date-parts': z.array(z.array(z.number().nullable())) })
    .partial()
    .default({}),
  'container-title': z.array(z.string()).default([]),
});
const OneWorkSchema = z.object({ message: WorkSchema });
const WorksSchema = z.object({ message: z.object({ items: z.array(WorkSchema) }) });

/** A publication by its DOI at Crossref; null if it has no such DOI. */
export async function findWork(service: string, doi: string): Promise<FoundEntry | null> {
  const answer = await askService(new URL(`${service}/works/${encodeURIComponent(doi)}`), OneWorkSchema);
  return answer && workEntry(answer.message);
}

/** Publications by words of title, authors and year. */
export async function findWorks(service: string, query: string): Promise<FoundEntry[]> {
  const address = new URL(`${service}/works`);
  address.searchParams.set('query.bibliographic', query);
  address.searchParams.set('rows', String(rows));
  address.searchParams.set('select', 'DOI,title,author,issued,container-title');
  const answer = await askService(address, WorksSchema);
  return (answer?.message.items ?? []).slice(0, rows).map(workEntry);
}

function workEntry(work: z.output<typeof WorkSchema>): FoundEntry {
  const { DOI: doi, title, author, issued } = work;
  const authors = author.flatMap(({ family, name }) => family ?? name ?? []);
  const year = issued['date-parts']?.[0]?.[0] ?? null;
  return entryOf({ doi, title: title[0] ?? '', authors, year, within: work['container-title'][0] ?? '' });
}

/** A DOI at DataCite (https://support.datacite.org/docs/api-get-doi). */
const DataciteSchema = z.object({
  data: z.object({
    attributes: z.object({
      doi: z.string(),
      titles: z.array(z.object({ title: z.string() })).default([]),
      creators: z.array(z.object({ name: z.string(), familyName: z.string().nullish() })).default([]),
      publicationYear: z.number().nullish(),
      publisher: z.union([z.string(), z.object({ name: z.string() })]).nullish(),
    }),
  }),
});

/** A data set, software or text by its DOI at DataCite; null if it has no such DOI. */
export async function findDataciteDoi(service: string, doi: string): Promise<FoundEntry | null> {
  const answer = await askService(new URL(`${service}/dois/${encodeURIComponent(doi)}`), DataciteSchema);
  if (!answer) return null;
  const { titles, creators, publicationYear, publisher, ...found } = answer.data.attributes;
  return entryOf({
    doi: found.doi,
    title: titles[0]?.title ?? '',
    authors: creators.map(({ name, familyName }) => familyName ?? name),
    year: publicationYear ?? null,
    within: (typeof publisher === 'string' ? publisher : publisher?.name) ?? '',
  });
}

interface Work {
  doi: string;
  title: string;
  authors: string[];
  year: number | null;
  /** Journal, book or publisher. */
  within: string;
}

/** Authors that are named before 'et al.'. */
const authorsNamed = 3;
/** Tags and line breaks occur in titles. */
const plain = (text: string) =>
  text
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim();

function entryOf({ doi, title, authors, year, within }: Work): FoundEntry {
  const named = authors.slice(0, authorsNamed).join(', ') + (authors.length > authorsNamed ? ' et al.' : '');
  const detail = [named, year, plain(within)].filter(Boolean).join('; ');
  return {
    label: plain(title) || doi,
    detail: `${detail}; ${doi}`,
    fill: { ...nothing, text: `https://doi.org/${doi}` },
  };
}
