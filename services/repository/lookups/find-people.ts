import { z } from 'zod';

import { type FoundEntry, LookupFillSchema } from '@domain/api/lookups';
import { isOrcid, normaliseOrcid } from '@domain/metadata/identifiers';

import { askService } from './ask-service';
import { nothing } from './entries';

/** Answers that are shown. Own estimate: more would not be read. */
const rows = 10;

/**
 * Answer of ORCID's expanded search
 * (https://info.orcid.org/documentation/api-tutorials/api-tutorial-searching-the-orcid-registry/). Without results the
 * list is null.
 */
const FoundPeopleSchema = z.object({
  'expanded-result': z
    .array(
      z.object({
        'orcid-id': z.string().refine(isOrcid),
        'given-names': z.string().nullish(),
        'family-names': z.string().nullish(),
        'institution-name': z.array(z.string()).nullish(),
      }),
    )
    .nullish(),
});

/** People by an ORCID iD, or by 'family name, given name'. */
export async function findPeople(service: string, query: string): Promise<FoundEntry[]> {
  const address = new URL(`${service}/v3.0/expanded-search/`);
  address.searchParams.set('q', searchFor(query));
  address.searchParams.set('rows', String(rows));
  const answer = await askService(address, FoundPeopleSchema);
  return (answer?.['expanded-result'] ?? []).slice(0, rows).map((person) => {
    const [family, given] = [person['family-names'] ?? '', person['given-names'] ?? ''];
    const institutions = [...new Set(person['institution-name'] ?? [])];
    const orcid = person['orcid-id'];
    return {
      label: [family, given].filter(Boolean).join(', ') || orcid,
      detail: [orcid, ...institutions.slice(0, 3)].join('; '),
      fill: { ...nothing, family, given, orcid, affiliation: institutions.find((name) => fits(name)) ?? '' },
    };
  });
}

const fits = (institution: string) => LookupFillSchema.shape.affiliation.safeParse(institution).success;

/** Query in Solr's language; a text is quoted, so that it is not read as an operator. */
function searchFor(query: string): string {
  if (isOrcid(query)) return `orcid:${normaliseOrcid(query)}`;
  const quoted = (text: string) => `"${text.replace(/[\\"]/g, ' ').trim()}"`;
  const [family = '', given = ''] = query.split(',').map((part) => part.trim());
  return given === ''
    ? `family-name:${quoted(family)}`
    : `family-name:${quoted(family)} AND given-names:${quoted(given)}`;
}
