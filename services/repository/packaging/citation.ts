import { z } from 'zod';

import type { SearchRow } from '@domain/api/search';
import { type Citation, versionText, withdrawnMark, withdrawnNote } from '@domain/citation';
import { defaultLanguage, type Language, TextLanguageSchema } from '@domain/language';
import { oneLine } from '@domain/text';

export { type Citation, formatBibtex } from '@domain/citation';

const TextSchema = z.string().catch('');

/** The parts of the DataCite JSON that are used in a citation. */
const CitedSchema = z.object({
  creators: z.array(z.object({ name: TextSchema, familyName: TextSchema, givenName: TextSchema })).catch([]),
  titles: z.array(z.object({ title: TextSchema, lang: TextLanguageSchema.catch('') })).catch([]),
  publicationYear: z.coerce.number().int().nullable().catch(null),
  publisher: z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)]).catch(''),
  version: TextSchema,
});

/** Reads the parts of a citation from the DataCite JSON of a data set and its search row. */
export function readCitation(row: SearchRow, datacite: unknown): Citation {
  const cited = CitedSchema.parse(datacite ?? {});
  const creators = cited.creators.map(({ name, familyName, givenName }) => ({
    name: name || [familyName, givenName].filter(Boolean).join(', '),
    family: familyName || name,
    given: givenName,
  }));
  return {
    key: String(row.nr),
    creators: creators.length > 0 ? creators : row.authors.map((name) => ({ name, family: name, given: '' })),
    year: cited.publicationYear,
    title: cited.titles[0]?.title || (row.titles[0] ?? ''),
    language: cited.titles[0]?.title ? cited.titles[0].lang : (row.titleLanguages[0] ?? ''),
    version: cited.version,
    publisher: cited.publisher || 'Motothek',
    doi: row.doiIsTest ? null : row.doi,
    address: row.doiUrl,
    withdrawn: '',
  };
}

/**
 * Citation in DataCite's preferred form: Creator (Year): Title. Version. Publisher. (Dataset). Address. Only the mark of
 * a withdrawal at its end is in the language of the reader; DataCite prescribes the other words.
 */
export function formatCitation(citation: Citation, language: Language = defaultLanguage): string {
  const names = citation.creators.map(({ name }) => name).join('; ');
  const parts = [
    oneLine(`${names} (${citation.year ?? 'n.d.'}): ${citation.title}`),
    citation.version && versionText(citation.version),
    citation.publisher,
    '(Dataset)',
  ];
  // A title may already end with a full stop or question mark.
  const message = parts
    .filter(Boolean)
    .map((part) => (/[.?!]$/.test(part) ? part : `${part}.`))
    .join(' ');
  return `${message} ${citation.address}${withdrawnMark(citation, language)}`;
}

export function formatRis(citation: Citation): string {
  const lines: [string, string][] = [
    ['TY', 'DATA'],
    ...citation.creators.map(({ family, given }): [string, string] => ['AU', given ? `${family}, ${given}` : family]),
    ['TI', citation.title],
    ['LA', citation.language],
    ['PY', citation.year === null ? '' : String(citation.year)],
    ['ET', citation.version],
    ['PB', citation.publisher],
    ['DO', citation.doi ?? ''],
    ['UR', citation.address],
    ['N1', citation.withdrawn && withdrawnNote(citation.withdrawn)],
  ];
  const body = lines.filter(([, value]) => value !== '').map(([tag, value]) => `${tag}  - ${oneLine(value)}\r\n`);
  return `${body.join('')}ER  - \r\n`;
}

/**
 * EndNote's tagged import format (manual of EndNote, 'Creating a Tagged EndNote Import File').
 * Names of organisations end with a comma, or have a second one at their first, so that EndNote does not turn them into
 * family and given names.
 */
export function formatEndnote(citation: Citation): string {
  const { creators, year, title, language, version, publisher, doi, address, withdrawn } = citation;
  const lines: [string, string][] = [
    ['0', 'Dataset'],
    ...creators.map(({ family, given }): [string, string] => [
      'A',
      given ? `${family}, ${given}` : family.includes(',') ? family.replace(',', ',,') : `${family},`,
    ]),
    ['T', title],
    ['G', language],
    ['D', year === null ? '' : String(year)],
    ['7', version],
    ['I', publisher],
    ['R', doi ?? ''],
    ['U', address],
    ['Z', withdrawn && withdrawnNote(withdrawn)],
  ];
  return lines
    .filter(([, value]) => oneLine(value) !== '')
    .map(([tag, value]) => `%${tag} ${oneLine(value)}\n`)
    .join('');
}

export function formatCslJson(citation: Citation): string {
  const { key, creators, year, title, language, version, publisher, doi, address, withdrawn } = citation;
  const item = {
    id: `motothek-${key}`,
    type: 'dataset',
    title,
    ...(language === '' ? {} : { language }),
    author: creators.map(({ family, given }) => (given ? { family, given } : { literal: family })),
    ...(year === null ? {} : { issued: { 'date-parts': [[year]] } }),
    ...(version === '' ? {} : { version }),
    publisher,
    ...(doi === null ? {} : { DOI: doi }),
    URL: address,
    ...(withdrawn === '' ? {} : { status: 'withdrawn', note: withdrawnNote(withdrawn) }),
  };
  return `${JSON.stringify([item], null, 2)}\n`;
}
