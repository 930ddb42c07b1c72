import { z } from 'zod';

import { MetadataEntrySchema } from '@domain/api/metadata';
import type { Language } from '@domain/language';
import { writeSearchQuery } from '@domain/search/search-query';
import { firstValueOf } from '@domain/metadata/entries';
import { fieldIds } from '@domain/metadata/field-ids';
import { describedIn, titleIn, titlesOf } from '@domain/metadata/text-language';

import type { RepositoryContext } from '../../context/context';
import { readTexts } from '../../locale-texts';
import { type DataSetRecord, listDataSets } from '../../store/data-set-records';
import { cleanText, textIn, xmlBuilder, xmlDeclaration } from '../../xml';
import { listNumbers, type SearchInput } from './search-data-sets';

/** Entries of a feed. */
const feedEntries = 50;

const FeedTextsSchema = z.object({ feed: z.object({ title: z.string(), search: z.string() }) });
type FeedTexts = z.infer<typeof FeedTextsSchema>;

const texts: Record<Language, FeedTexts> = readTexts('home', FeedTextsSchema);

/** Atom feed (RFC 4287) of the newest data sets that a search finds. Open to everybody. */
export async function makeFeed(repository: RepositoryContext, input: SearchInput): Promise<string> {
  const { origin } = repository.settings;
  const { numbers } = await listNumbers(repository, { ...input, sort: 'newest', limit: feedEntries });
  const records = await listDataSets(repository.db, numbers);
  const query = writeSearchQuery(input);
  const { title, search } = texts[input.language].feed;
  return xmlBuilder.build({
    ...xmlDeclaration,
    feed: {
      '@': { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': input.language },
      // A feed for each language, because the titles differ.
      id: cleanText(`${origin}/?${query}&lang=${input.language}`),
      title: cleanText(input.text.trim() === '' ? title : search.replace('{{text}}', () => input.text.trim())),
      updated: new Date(Math.max(0, ...records.map((record) => changedAt(record).getTime()))).toISOString(),
      link: [
        { '@': { rel: 'self', href: `${origin}/api/search/feed?${query}&lang=${input.language}` } },
        { '@': { rel: 'alternate', href: `${origin}/?${query}` } },
      ],
      author: { name: 'Motothek' },
      entry: records.map((record) => entryOf(record, origin, input.language)),
    },
  });
}

/** When a data set was published, or last corrected. */
function changedAt({ publishedAt, correctedAt }: DataSetRecord): Date {
  return correctedAt && correctedAt > publishedAt ? correctedAt : publishedAt;
}

function entryOf(record: DataSetRecord, origin: string, language: Language) {
  const { nr, row, metadata } = record;
  const entries = MetadataEntrySchema.array().parse(metadata);
  const title = titleIn(titlesOf(entries), language);
  const address = `${origin}/data-set/${nr}`;
  return {
    // The address never changes; a DOI may be registered later.
    id: address,
    title: textIn(title?.language, title?.text ?? address),
    updated: changedAt(record).toISOString(),
    link: { '@': { rel: 'alternate', href: address } },
    author: row.authors.map((name) => ({ name: cleanText(name) })),
    summary: textIn(describedIn(entries), firstValueOf(entries, fieldIds.abstract)),
  };
}
