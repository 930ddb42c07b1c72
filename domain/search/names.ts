import type { Language } from '../language-code';
import { foldDigraphs, foldText } from './fold';

/** Kinds of names that a search recognises. */
export const nameKinds = [
  'test',
  'battery',
  'licence',
  'type',
  'sex',
  'age-group',
  'country',
  'region',
  'institution',
] as const;
export type NameKind = (typeof nameKinds)[number];

/** Something that has a name in the vocabulary of the search. */
export interface SearchName {
  kind: NameKind;
  /**
   * Values of the facet of its kind ('test', 'battery', 'licence', 'type', 'sex'; 'age' for age groups, 'region' for
   * countries and regions). A data set with any of them is found. None for institutions.
   */
  values: string[];
  meaning: Record<Language, string>;
  /** Its other names. A data set whose text holds one of them is found as well. */
  synonyms: string[];
}

/** Longest name in words that is looked for. */
export const maxNameWords = 8;
/** Shortest beginning with '*' that stands for the tests whose names begin so. */
const minBeginningCharacters = 3;

/**
 * Names by their folded words, written without spaces, so that 'push-ups', 'push ups' and 'pushups' are one name. A
 * name that several things share ('20 m dash') stands for all of them if they are of the same kind.
 */
export class SearchNames {
  readonly #exact = new Map<string, SearchName>();
  readonly #inflected = new Map<string, SearchName>();

  constructor(names: readonly { name: string; means: SearchName }[] = []) {
    for (const { name, means } of names) {
      const words = foldText(name).split(' ');
      const key = keyOf(words);
      if (key === '') continue;
      addTo(this.#exact, key, means);
      for (const stem of stemsOf(words)) addTo(this.#inflected, stem, means);
      // 'Jump & Reach' has no word between.
      const telling = words.filter((word) => word !== 'and' && word !== 'und');
      if (telling.length < words.length && telling.length > 1) addTo(this.#inflected, keyOf(telling), means);
    }
  }

  /** The name that some folded words are, in any number or case ('Berliner'); undefined if they are none. */
  find(words: readonly string[]): SearchName | undefined {
    const key = keyOf(words);
    const known = this.#exact.get(key);
    // 'Mann' is no form of 'Männer', but a family.
    if (known || key.length < minInflectedCharacters) return known;
    const stems = [key, ...stemsOf(words)];
    const stem = stems.find((each) => this.#exact.has(each)) ?? stems.find((each) => this.#inflected.has(each)) ?? '';
    return this.#exact.get(stem) ?? this.#inflected.get(stem);
  }

  /** The tests whose names begin with some folded words, as one name; undefined if there are none. */
  findBeginning(words: readonly string[]): SearchName | undefined {
    const key = keyOf(words);
    if (key.length < minBeginningCharacters) return undefined;
    let found: SearchName | undefined;
    for (const [name, means] of this.#exact) {
      if (means.kind === 'test' && name.startsWith(key)) found = found === undefined ? means : merge(found, means);
    }
    return found;
  }
}

/** Longest abbreviation whose spaces count: 'S&R' is a name, 'SW' is one, but 'S W' is none. */
const maxSpacedCharacters = 3;

function keyOf(words: readonly string[]): string {
  const key = foldDigraphs(words.join(''));
  return key.length <= maxSpacedCharacters ? words.join(' ') : key;
}

/** Shorter words keep their endings, because most of them are abbreviations. */
const minInflectedCharacters = 5;

/** Without the ending of a plural or a case, at the end ('pushups') and of each word ('Deutschen Motorik-Tests'). */
function stemsOf(words: readonly string[]): string[] {
  const stem = (word: string) =>
    word.length < minInflectedCharacters ? word : word.replace(/(?:en|es|er|e|s|n)$/, '');
  const stems = [stem(keyOf(words)), foldDigraphs(words.map(stem).join(''))];
  return [...new Set(stems)].filter(
    (each) => each.length >= minInflectedCharacters - 1 && keyOf(words).length >= minInflectedCharacters,
  );
}

function addTo(names: Map<string, SearchName>, key: string, means: SearchName): void {
  const other = names.get(key);
  // The first of two things of different kinds keeps the name.
  if (other === undefined) names.set(key, means);
  else if (other.kind === means.kind) names.set(key, merge(other, means));
}

function merge(one: SearchName, other: SearchName): SearchName {
  if (one === other || other.values.every((value) => one.values.includes(value))) return one;
  return {
    kind: one.kind,
    values: [...new Set([...one.values, ...other.values])],
    meaning: { en: `${one.meaning.en}, ${other.meaning.en}`, de: `${one.meaning.de}, ${other.meaning.de}` },
    synonyms: [...one.synonyms, ...other.synonyms],
  };
}
