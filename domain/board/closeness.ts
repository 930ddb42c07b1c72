import type { MetadataEntry } from '../api/metadata';
import { valuesOf } from '../metadata/entries';
import { fieldIds } from '../metadata/field-ids';
import { isOrcid, normaliseOrcid, splitRor } from '../metadata/identifiers';
import { formatName } from '../metadata/storage-forms';
import { foldText } from '../search/fold';

/** An institution with fewer words may be part of the name of any other. */
const minWords = 2;

/**
 * The first of these institutions that is the same as the given one; null if none is. One name may contain the other,
 * so that an institute is recognised as part of its university.
 */
export function commonInstitution(own: string, others: readonly string[]): string | null {
  const mine = foldText(splitRor(own).name);
  if (mine === '') return null;
  const isSame = (other: string) => {
    const theirs = foldText(splitRor(other).name);
    const [short = '', long = ''] = mine.length < theirs.length ? [mine, theirs] : [theirs, mine];
    return short === long || (short.split(' ').length >= minWords && ` ${long} `.includes(` ${short} `));
  };
  return others.find(isSame) ?? null;
}

/** Somebody who may be an author. */
interface Person {
  name: string;
  orcid?: string;
  /** Names, e-mail addresses and ORCIDs that the account has had. */
  knownAs?: readonly string[];
}

/** By what authors are recognised in metadata: ORCIDs, and names as they are stored there. */
export interface AuthorMarks {
  orcids: string[];
  names: string[];
}

/** Marks of the authors of a study. */
export function marksOfStudy(metadata: readonly MetadataEntry[]): AuthorMarks {
  return { orcids: valuesOf(metadata, fieldIds.orcid), names: valuesOf(metadata, fieldIds.author) };
}

/** Marks of an account. */
export function marksOfPerson({ name, orcid = '', knownAs = [] }: Person): AuthorMarks {
  const marks = [name, orcid, ...knownAs].filter((mark) => mark !== '' && !mark.includes('@'));
  const orcids = marks.filter(isOrcid).map(normaliseOrcid);
  return { orcids, names: marks.filter((mark) => !isOrcid(mark)).flatMap(namesAsStored) };
}

/** The ways in which metadata may have a name. An account has it in one text, so each part may begin the family name. */
function namesAsStored(name: string): string[] {
  const words = name.split(/\s+/).filter((word) => word !== '');
  return words.slice(1).map((_, at) => {
    const [given, family] = [words.slice(0, at + 1).join(' '), words.slice(at + 1).join(' ')];
    return formatName({ family, given });
  });
}

/** Whether a study has an author with one of these marks. */
export function hasAuthor(metadata: readonly MetadataEntry[], { orcids, names }: AuthorMarks): boolean {
  const authors = marksOfStudy(metadata);
  const folded = new Set(names.map(foldText));
  return (
    authors.orcids.some((orcid) => orcids.includes(normaliseOrcid(orcid))) ||
    authors.names.some((name) => folded.has(foldText(name)))
  );
}
