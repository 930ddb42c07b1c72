import type { MetadataEntry } from '@domain/api/metadata';
import { languages } from '@domain/language';
import { shownValue } from '@domain/metadata/directives';
import { valuesOf } from '@domain/metadata/entries';
import { fieldIds } from '@domain/metadata/field-ids';
import { normaliseOrcid } from '@domain/metadata/identifiers';
import { parseName } from '@domain/metadata/storage-forms';
import { dataLanguageOf, titlesOf } from '@domain/metadata/text-language';
import { ageBands, sizeBands } from '@domain/search/filters';
import { foldDigraphs, foldText } from '@domain/search/fold';

import { listCountries } from '../metadata/codes';
import { formFields } from '../metadata/schema';
import type { PublishedRow } from '../store/schema/publication';
import { namesOf } from './search-names';

/** Must be raised with every change of what documents contain; servers then make all documents again. */
export const searchIndexVersion = 5;

/** What a document is made of: a row of `data_sets`. */
export interface SearchSource {
  nr: number;
  row: PublishedRow;
  metadata: MetadataEntry[];
  postalAreas: readonly string[];
  publishedAt: Date;
}

/** What the search knows of a data set; texts are folded words. */
export interface SearchDocument {
  nr: number;
  facets: string[];
  areas: string[];
  ages: { start: number; end: number } | null;
  persons: number | null;
  /** Keys by which titles are sorted. */
  titleEn: string;
  titleDe: string;
  publishedAt: Date;
  titleText: string;
  text: string;
}

/** Fields whose words are found. Choices are found in both languages. */
const textFields = [
  fieldIds.keyword,
  fieldIds.studyName,
  fieldIds.registerId,
  fieldIds.abstract,
  fieldIds.affiliation,
  fieldIds.country,
  fieldIds.region,
  fieldIds.setting,
  fieldIds.targetGroup,
  fieldIds.studyDesign,
  fieldIds.testBattery,
  fieldIds.instrument,
  fieldIds.instrumentModel,
  fieldIds.funder,
];

/** The search document of a published data set. It needs nothing but its row in the store. */
export function describeSearchDocument(source: SearchSource): SearchDocument {
  const { nr, row, metadata, publishedAt } = source;
  const areas = areasOf(source);
  const titles = titlesOf(metadata);
  const texts = fieldTexts(metadata);
  const keyIn = (wanted: string) =>
    titleKey((titles.find(({ language }) => language === wanted) ?? titles[0])?.text ?? '');
  return {
    nr,
    facets: facetsOf(source, areas),
    areas,
    ages: row.ages[0] ? { start: row.ages[0].start, end: row.ages.at(-1)!.end } : null,
    persons: row.count,
    titleEn: keyIn('en'),
    titleDe: keyIn('de'),
    publishedAt,
    titleText: foldText(titles.map(({ text }) => text).join(' ')),
    text: foldText(
      [
        ...texts,
        ...joinedWords([...titles.map(({ text }) => text), ...texts]),
        ...authorNames(metadata),
        ...factNames(source),
      ].join(' '),
    ),
  };
}

/** The words of texts with hyphens as one word: 'Fitness-Abzeichen' is also 'Fitnessabzeichen'. */
function joinedWords(texts: string[]): string[] {
  const hyphened = texts.flatMap((text) => text.match(/\p{L}{3,}(?:-\p{L}{3,})+/gu) ?? []);
  return [...new Set(hyphened.map((word) => word.replaceAll('-', '')))];
}

/** Longest key of a title in characters, and digits of numbers in it. Titles that differ later are rare. */
const maxKeyCharacters = 120;
const keyDigits = 8;

/** A text whose order by characters is that of the title: umlauts as their vowels, 'Study 2' before 'Study 10'. */
function titleKey(title: string): string {
  return foldText(title)
    .replace(/\d+/g, (digits) => digits.padStart(keyDigits, '0'))
    .slice(0, maxKeyCharacters);
}

/** The words of a text that have another spelling, in that spelling: 'taegliche' as 'tagliche'. */
export function otherSpellings(folded: string): string {
  return folded
    .split(' ')
    .map((word) => [word, foldDigraphs(word)])
    .flatMap(([word, other]) => (word === other ? [] : [other]))
    .join(' ');
}

/** Each value once; choices have a text in each language. */
function fieldTexts(metadata: MetadataEntry[]): string[] {
  const texts = languages.flatMap((language) =>
    formFields(language)
      .filter(({ id }) => (textFields as number[]).includes(id))
      .flatMap((field) => valuesOf(metadata, field.id).map((value) => shownValue(field, value))),
  );
  return [...new Set(texts)];
}

function authorNames(metadata: MetadataEntry[]): string[] {
  return [fieldIds.author, fieldIds.contributor].flatMap((id) =>
    valuesOf(metadata, id).map((stored) => {
      const { family, given } = parseName(stored);
      // Also as a phrase in either order.
      return `${family} ${given} ${family}`;
    }),
  );
}

/** Tests, type and licence are words, too: 'jump' finds every test with a jump. */
function factNames({ row, metadata }: SearchSource): string[] {
  return [
    ...row.exercises.flatMap((test) => namesOf('test', test)),
    ...row.types.flatMap((type) => namesOf('type', type)),
    ...row.rights.flatMap((licence) => namesOf('licence', licence)),
    ...valuesOf(metadata, fieldIds.testBattery).flatMap((battery) => namesOf('battery', battery)),
  ];
}

/** Metadata names countries in English. */
const countryCodesByName = new Map(listCountries('en').map(({ code, name }) => [name, code]));

/** Countries of a data set by its metadata, ISO 3166-1 alpha-2. */
export function countriesOf({ metadata }: Pick<SearchSource, 'metadata'>): string[] {
  return valuesOf(metadata, fieldIds.country).flatMap((name) => countryCodesByName.get(name) ?? []);
}

/** Country, and first two or three digits of the postal codes in the data and the metadata: 'DE-761'. */
function areasOf(source: SearchSource): string[] {
  const { metadata, postalAreas } = source;
  const countries = countriesOf(source);
  // Postal codes without a country are German ones, like those in the data.
  const ofAreas = countries.length === 1 ? countries[0]! : 'DE';
  const described = valuesOf(metadata, fieldIds.postalArea).flatMap((area) => /^\d{2,3}/.exec(area.trim())?.[0] ?? []);
  return [...new Set([...postalAreas, ...described])].sort().map((area) => `${ofAreas}-${area}`);
}

/** How much of an area the facet of regions has: the country and two digits. */
const regionCharacters = 'DE-76'.length;

function facetsOf(source: SearchSource, areas: string[]): string[] {
  const { row, metadata, publishedAt } = source;
  const language = dataLanguageOf(metadata);
  const facets = {
    test: row.exercises,
    type: row.types,
    licence: row.rights,
    years: row.pubYears.flatMap((years): number[] => (typeof years === 'number' ? [years] : numbersIn(years))),
    age: row.ages.flatMap((ages) => bandsOf(ageBands, ages)),
    sex: row.genders,
    region: [...countriesOf(source), ...areas.map((area) => area.slice(0, regionCharacters))],
    size: row.count === null ? [] : bandsOf(sizeBands, { start: row.count, end: row.count }),
    battery: valuesOf(metadata, fieldIds.testBattery),
    language: language === '' ? [] : [language],
    published: [publishedAt.getUTCFullYear()],
    orcid: valuesOf(metadata, fieldIds.orcid).map(normaliseOrcid),
  };
  return Object.entries(facets).flatMap(([name, values]) =>
    [...new Set<string | number>(values)].map((value) => `${name}:${value}`),
  );
}

/** Longest range of years that is listed year by year. Own estimate: data is not collected longer. */
const maxYears = 150;

function numbersIn({ start, end }: { start: number; end: number }): number[] {
  return Array.from({ length: Math.min(end - start + 1, maxYears) }, (_, index) => start + index);
}

/** Bands that a range overlaps, written '6-10'; the last one is open: '65-'. */
function bandsOf(bands: readonly number[], { start, end }: { start: number; end: number }): string[] {
  return bands.flatMap((first, index) => {
    const next = bands[index + 1];
    const overlaps = end >= first && (next === undefined || start < next);
    return overlaps ? [`${first}-${next === undefined ? '' : next - 1}`] : [];
  });
}
