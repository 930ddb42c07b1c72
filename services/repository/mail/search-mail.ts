import { z } from 'zod';

import { MetadataEntrySchema } from '@domain/api/metadata';
import type { NamedSearch } from '@domain/api/saved-searches';
import { type Language, languages } from '@domain/language';
import { titleIn, titlesOf } from '@domain/metadata/text-language';
import { fillText, oneLine } from '@domain/text';

import type { Mail } from '../context/mailer';
import { readTexts } from '../locale-texts';
import { nameSearch } from '../search/name-search';
import type { DataSetRecord } from '../store/data-set-records';
import { vocabulary } from '../vocabulary';

const SearchMailTextsSchema = z.object({
  subject: z.string(),
  text: z.string(),
  section: z.string(),
  dataSet: z.string(),
  more: z.string(),
  quoted: z.string(),
  everything: z.string(),
});
type SearchMailTexts = z.infer<typeof SearchMailTextsSchema>;

const texts: Record<Language, SearchMailTexts> = readTexts('mail-searches', SearchMailTextsSchema);
const words = readTexts(
  'results',
  z.object({ facets: z.record(z.string(), z.string()), chips: z.object({ chip: z.string() }) }),
);

/** A saved search with what is new. */
export interface SearchSection {
  query: string;
  endToken: string;
  /** Number of new data sets. */
  count: number;
  /** The ones that are named. */
  records: readonly DataSetRecord[];
}

interface SearchMailValues {
  name: string;
  email: string;
  /** The language of the reader, which comes first. */
  language: Language;
  /** URL of the site without a trailing slash. */
  origin: string;
  /** Secret of the link that ends all searches. */
  endToken: string;
  sections: readonly SearchSection[];
}

/**
 * Composes the mail about new data sets that saved searches find, in both languages, that of the reader first. What users
 * typed is put on one line, so that it cannot imitate our own text.
 */
export function composeSearchMail(values: SearchMailValues): Mail {
  const { name, email, language, origin, endToken } = values;
  const ordered = [language, ...languages.filter((other) => other !== language)];
  const parts = ordered.map((each) => {
    const sections = values.sections.map((section) => sectionText(section, origin, each)).join('\n\n');
    const links = { address: `${origin}/saved-searches`, endAddress: endPage(origin, endToken) };
    return fillText(texts[each].text, { name: oneLine(name || email), sections, ...links });
  });
  return {
    to: email,
    subject: `Motothek: ${ordered.map((each) => texts[each].subject).join(' / ')}`,
    text: `${parts.join('\n\n---\n\n')}\n`,
    endAddress: `${origin}/api/search/saved/end/${endToken}`,
  };
}

const endPage = (origin: string, token: string) => `${origin}/saved-searches/end/${token}`;

function sectionText({ query, endToken, count, records }: SearchSection, origin: string, language: Language): string {
  const { section, dataSet, more } = texts[language];
  const lines = records.map((record) =>
    fillText(dataSet, { title: titleOf(record, language), address: `${origin}/data-set/${record.nr}` }),
  );
  if (count > records.length) lines.push(fillText(more, { count: count - records.length }));
  return fillText(section, {
    search: oneLine(searchInWords(nameSearch(query, language), language)),
    count,
    dataSets: lines.join('\n'),
    address: `${origin}/?${query}&sort=newest#results`,
    endAddress: endPage(origin, endToken),
  });
}

function titleOf({ nr, metadata }: DataSetRecord, language: Language): string {
  const title = titleIn(titlesOf(MetadataEntrySchema.array().parse(metadata)), language);
  return oneLine(title?.text ?? String(nr));
}

/** A search as a line of text: its words, its tests and its facets. */
function searchInWords({ text, tests, facets }: NamedSearch, language: Language): string {
  const { quoted, everything } = texts[language];
  const { facets: names, chips } = words[language];
  const parts = [
    ...(text === '' ? [] : [fillText(quoted, { text })]),
    ...tests.map((test) => vocabulary.tests.get(test)?.short[language] ?? test),
    ...facets.map(({ name, label }) => fillText(chips.chip, { facet: names[name], value: label })),
  ];
  return parts.length === 0 ? everything : parts.join(', ');
}
