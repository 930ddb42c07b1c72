import type { Norms } from '@domain/api/norms';
import type { Citation } from '@domain/citation';
import { partsOfVersion } from '@domain/norms/version-parts';

type Source = Norms['sources'][number];

/** What the curves are cited with: title in the language of the reader, and the address of this version and choice. */
export interface CitedCurves {
  title: string;
  address: string;
}

/** The curves themselves: an own work of the repository, of the day on which they were made. */
export function citationOfCurves({ test, version }: Norms, { title, address }: CitedCurves): Citation {
  const publisher = 'Motothek';
  return {
    key: `norms-${test.key}-${version}`,
    creators: [{ name: publisher, family: publisher, given: '' }],
    year: Number(partsOfVersion(version).day[0]),
    title,
    language: '',
    version,
    publisher,
    doi: null,
    address,
    withdrawn: '',
  };
}

/**
 * A data set behind the curves, as far as norms tell of it: without its version and language, which its own page has. `origin` is
 * the address of the site.
 */
export function citationOfSource({ nr, title, authors, year, publisher, doi }: Source, origin: string): Citation {
  return {
    key: String(nr),
    creators: authors.map(creatorOf),
    year,
    title,
    language: '',
    version: '',
    publisher,
    doi,
    address: doi === null ? `${origin}/data-set/${nr}` : `https://doi.org/${doi}`,
    withdrawn: '',
  };
}

/** 'Family, Given' in its parts; a name without a comma is that of an organisation. */
function creatorOf(name: string): Citation['creators'][number] {
  const comma = name.indexOf(', ');
  if (comma < 0) return { name, family: name, given: '' };
  return { name, family: name.slice(0, comma), given: name.slice(comma + 2) };
}
