import type { MetadataEntry } from '@domain/api/metadata';
import type { Language } from '@domain/language';
import { fieldIds } from '@domain/metadata/field-ids';
import { titlesOf } from '@domain/metadata/text-language';
import { motorTests } from '@domain/motor-tests';
import { formatYears } from '@domain/search/ranges';
import { createRandom, type Random } from '../../../services/repository/help-files/made-up-people';
import type { SearchSource } from '../../../services/repository/search/describe-search-document';
import { entry } from '../../fixtures/complete-metadata';
import { madeUpWord, MadeUpWords } from './made-up-words';

const authors = 50_000;
const firstDay = Date.UTC(2012, 0, 1);
const dayMs = 86_400_000;
/** Days from the first publication to the last one. */
const days = 5000;

const licences = ['CC0', 'CC-BY 4.0', 'CC-BY-SA 4.0', 'SUFL 1.0'];
const batteries = ['DMT 6-18', 'EMOTIKON', 'AST 6-11', 'MoMo', 'KTK', 'EUROFIT', 'FITNESSGRAM', 'Single tests'];
const countries = [
  ...Array.from({ length: 6 }, () => 'Germany'),
  ...[
    'Austria',
    'Switzerland',
    'United States',
    'United Kingdom',
    'France',
    'Poland',
    'Netherlands',
    'China',
    'Brazil',
  ],
];
const institutions = ['Karlsruhe Institute of Technology', 'Universität Potsdam', 'German Sport University Cologne'];
const settings = ['School', 'Kindergarten', 'Sports club', 'Laboratory'];
const designs = ['Cross-sectional', 'Longitudinal', 'Intervention'];

/** Made-up data sets, the same ones for the same seed. */
export class MadeUpDataSets {
  readonly #random: Random;
  readonly #words: Record<Language, MadeUpWords>;
  readonly #people: { name: string; orcid: string }[];

  constructor(seed: number) {
    const random = createRandom(seed);
    this.#random = random;
    this.#words = { de: new MadeUpWords('de', random), en: new MadeUpWords('en', random) };
    const names = Array.from({ length: authors / 5 }, () => capitalise(madeUpWord(random)));
    const given = Array.from({ length: 500 }, () => capitalise(madeUpWord(random)));
    this.#people = Array.from({ length: authors }, (_, index) => ({
      name: `${this.#one(names)}||${this.#one(given)}`,
      orcid: orcidOf(index),
    }));
  }

  get words(): Record<Language, MadeUpWords> {
    return this.#words;
  }

  /** The data set with a number, to be called for one number after the other. */
  make(nr: number, lastNr: number): SearchSource {
    const random = this.#random;
    const people = this.#some(this.#people, random.whole(1, 6));
    const isRaw = random.fraction() < 0.7;
    const metadata = this.#describe(people);
    const firstAge = random.whole(3, random.fraction() < 0.7 ? 15 : 70);
    const year = random.whole(1985, 2024);
    // More recent data sets have higher numbers, several a day.
    const publishedAt = new Date(firstDay + Math.floor((nr / lastNr) * days) * dayMs + random.whole(0, dayMs - 1));
    const count = Math.round(10 ** (1 + random.fraction() * 3.5));
    const row = {
      nr,
      doi: '',
      doiUrl: '',
      doiIsTest: true,
      pubYears: formatYears([{ start: year, end: year + random.whole(0, 3) }]),
      authors: people.map(({ name }) => name.replace('||', ', ')),
      titles: titlesOf(metadata).map(({ text }) => text),
      types: [isRaw ? 'RAW' : 'AGG'],
      count,
      genders: random.fraction() < 0.8 ? ['f', 'm'] : [this.#one(['f', 'm', 'd', 'x'])],
      ages: [{ start: firstAge, end: firstAge + random.whole(0, 12) }],
      rights: [this.#one(licences)],
      exercises: this.#tests(),
    };
    const isGerman = metadata.some(({ id, values }) => id === fieldIds.country && values.includes('Germany'));
    const areas = Array.from({ length: isGerman ? random.whole(0, 3) : 0 }, () => this.#area());
    return { nr, row, metadata, postalAreas: [...new Set(areas)], publishedAt };
  }

  #describe(people: { name: string; orcid: string }[]): MetadataEntry[] {
    const random = this.#random;
    const language = random.fraction() < 0.6 ? 'de' : 'en';
    const other = language === 'de' ? 'en' : 'de';
    const titleIn = (wanted: Language) => capitalise(this.#words[wanted].text(random.whole(5, 11), random));
    const indexes = people.map((_, index) => index);
    const institution = () => (random.fraction() < 0.3 ? this.#one(institutions) : `Universität ${madeUpWord(random)}`);
    return [
      entry(
        fieldIds.author,
        people.map(({ name }) => name),
      ),
      entry(
        fieldIds.orcid,
        people.map(({ orcid }) => orcid),
        indexes,
      ),
      entry(fieldIds.affiliation, people.map(institution), indexes),
      entry(fieldIds.title, [titleIn(language)]),
      ...(random.fraction() < 0.5 ? [entry(fieldIds.translatedTitle, [titleIn(other)], [0])] : []),
      entry(fieldIds.contactPerson, [people[0]!.name]),
      entry(fieldIds.abstract, [this.#words[language].text(random.whole(60, 180), random)]),
      entry(fieldIds.abstractLanguage, [language], [0]),
      entry(fieldIds.keyword, this.#words[language].words(random.whole(2, 6), random)),
      entry(fieldIds.studyName, [madeUpWord(random).toUpperCase()]),
      entry(fieldIds.studyDesign, [this.#one(designs)]),
      entry(fieldIds.collection, ['2018-3--2019--']),
      entry(fieldIds.country, [this.#one(countries)]),
      entry(fieldIds.setting, [this.#one(settings)]),
      entry(fieldIds.sampling, ['Random sample']),
      entry(fieldIds.criteria, [this.#words[language].text(20, random)]),
      entry(fieldIds.targetGroup, [this.#words[language].text(6, random)]),
      entry(fieldIds.testBattery, [this.#one(batteries)]),
      entry(fieldIds.licence, [this.#one(licences)]),
      entry(fieldIds.funder, random.fraction() < 0.4 ? [institution()] : []),
      entry(fieldIds.dataLanguage, [language]),
      entry(fieldIds.anonymisation, [this.#words[language].text(12, random)]),
    ].filter(({ values }) => values.length > 0);
  }

  /** First two digits of a postal code. */
  #area(): string {
    return String(this.#random.whole(1, 99)).padStart(2, '0');
  }

  /** Some tests, those at the beginning more often. */
  #tests(): string[] {
    const { random, count } = { random: this.#random, count: motorTests.length };
    const chosen = Array.from({ length: random.whole(1, 8) }, () => Math.floor(random.fraction() ** 2 * count));
    return motorTests.filter((_, index) => chosen.includes(index));
  }

  #one<Value>(values: readonly Value[]): Value {
    return values[this.#random.whole(0, values.length - 1)]!;
  }

  #some<Value>(values: readonly Value[], count: number): Value[] {
    return [...new Set(Array.from({ length: count }, () => this.#one(values)))];
  }
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The ORCID iD with a number, with its check digit (ISO 7064 mod 11-2). */
export function orcidOf(number: number): string {
  const digits = `00000002${String(number).padStart(7, '0')}`;
  const total = [...digits].reduce((sum, digit) => (sum + Number(digit)) * 2, 0);
  const check = (12 - (total % 11)) % 11;
  return `${digits}${check === 10 ? 'X' : check}`.replace(/^(.{4})(.{4})(.{4})(.{4})$/, '$1-$2-$3-$4');
}
