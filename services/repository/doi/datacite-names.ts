import type { MetadataEntry } from '@domain/api/metadata';
import { firstValueOf, nestedValuesOf, valuesOf } from '@domain/metadata/entries';
import { fieldIds } from '@domain/metadata/field-ids';
import { splitRor } from '@domain/metadata/ror';
import { parseName } from '@domain/metadata/storage-forms';

import type { DataciteAttributes, DataciteName } from '@domain/datacite';
import { contributorTypes, unique } from './datacite-terms';

/** Authors in citation order, with ORCID and affiliations. */
export function creatorsOf(metadata: readonly MetadataEntry[]): DataciteAttributes['creators'] {
  return valuesOf(metadata, fieldIds.author).map((stored, index) => {
    const [orcid] = nestedValuesOf(metadata, fieldIds.orcid, index);
    const affiliation = unique(nestedValuesOf(metadata, fieldIds.affiliation, index).map(affiliationOf));
    return {
      ...nameOf(stored, { isPerson: orcid !== undefined }),
      ...(orcid === undefined ? {} : { nameIdentifiers: [orcidOf(orcid)] }),
      affiliation,
    };
  });
}

/** Contact person (without the e-mail address, which is private), others by their role, rights holder. */
export function contributorsOf(metadata: readonly MetadataEntry[]): DataciteAttributes['contributors'] {
  const holder = firstValueOf(metadata, fieldIds.rightsHolder);
  return unique([
    ...valuesOf(metadata, fieldIds.contactPerson).map((stored) => ({
      ...nameOf(stored),
      contributorType: 'ContactPerson',
    })),
    ...valuesOf(metadata, fieldIds.contributor).map((stored, index) => ({
      ...nameOf(stored),
      contributorType: contributorTypes[nestedValuesOf(metadata, fieldIds.role, index)[0] ?? ''] ?? 'Other',
    })),
    ...(holder ? [{ name: holder, contributorType: 'RightsHolder' }] : []),
  ]);
}

/** A name of one part alone may be an organisation's: only what makes a person is called one. */
function nameOf(stored: string, { isPerson = false } = {}): DataciteName {
  const { family, given } = parseName(stored);
  if (given === '') {
    return isPerson ? { name: family, nameType: 'Personal', familyName: family } : { name: family };
  }
  return { name: `${family}, ${given}`, nameType: 'Personal', givenName: given, familyName: family };
}

function orcidOf(orcid: string) {
  return {
    nameIdentifier: `https://orcid.org/${orcid}`,
    nameIdentifierScheme: 'ORCID',
    schemeUri: 'https://orcid.org',
  };
}

function affiliationOf(text: string) {
  const { name, ror } = splitRor(text);
  if (ror === null) return { name };
  return { name, affiliationIdentifier: ror, affiliationIdentifierScheme: 'ROR', schemeUri: 'https://ror.org' };
}

export function fundingReferencesOf(metadata: readonly MetadataEntry[]): DataciteAttributes['fundingReferences'] {
  return unique(
    valuesOf(metadata, fieldIds.funder).map((text, index) => {
      const { name, ror } = splitRor(text);
      const awardNumber = nestedValuesOf(metadata, fieldIds.awardNumber, index)[0];
      const awardTitle = nestedValuesOf(metadata, fieldIds.awardTitle, index)[0];
      return {
        funderName: name,
        ...(ror === null ? {} : { funderIdentifier: ror, funderIdentifierType: 'ROR' }),
        ...(awardNumber ? { awardNumber } : {}),
        ...(awardTitle ? { awardTitle } : {}),
      };
    }),
  );
}
