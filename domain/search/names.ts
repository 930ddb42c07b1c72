import type { Language } from '../language-code';
import { foldDigraphs, foldText } from './fold';

/** Kinds of names that a search recognises. */
export const nameKinds = ['test', 'battery', 'licence', 'type', 'sex', 'country', 'region', 'institution'] as const;
export type NameKind = (typeof nameKinds)[number];

/** Something that has a name in the vocabulary of the search. */
export interface SearchName {
  kind: NameKind;
  /**
   * Values of the facet of its kind ('test', 'battery', 'licence', 'type', 'sex'; 'region' for countries and regions).
   * A data set with any of them is found. None for institutions.
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
      const key = keyOf(foldText(name).split(' '));
      if (key === '') continue;
      addTo(this.#exact, key, means);
      if (stemOf(key) !== null) addTo(this.#inflected, stemOf(key)!, means);
    }
  }

  /** The name that some folded words are, in singular or plural; undefined if they are none. */
  find(words: readonly string[]): SearchName | undefined {
    const key = keyOf(words);
    return this.#exact.get(key) ?? this.#inflected.get(stemOf(key) ?? '');
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

/** Without the ending of a plural or a case. Null for short names, most of which are abbreviations. */
function stemOf(key: string): string | null {
  return key.length < 5 ? null : key.replace(/(?:en|es|er|e|s|n)$/, '');
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
