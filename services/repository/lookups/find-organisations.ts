import { z } from 'zod';

import type { FoundEntry } from '@domain/api/lookups';
import { isBrokenRor, splitRor } from '@domain/metadata/identifiers';

import { askService } from './ask-service';
import { nothing } from './entries';

const rows = 10;
const isRor = (id: string) => splitRor(id).ror === id && !isBrokenRor(id);

/** A record of ROR, schema 2 (https://ror.readme.io/docs/schema-2-1). */
const OrganisationSchema = z.object({
  id: z.string().refine(isRor),
  names: z.array(z.object({ value: z.string(), types: z.array(z.string()), lang: z.string().nullish() })),
  locations: z
    .array(z.object({ geonames_details: z.object({ name: z.string(), country_name: z.string() }).partial() }))
    .default([]),
});
const FoundSchema = z.object({ items: z.array(OrganisationSchema) });

/** Organisations, or only funders, by a ROR address or by words of their names. */
export async function findOrganisations(
  service: string,
  query: string,
  { isFunder }: { isFunder: boolean },
): Promise<FoundEntry[]> {
  const { ror } = splitRor(query);
  if (ror !== null) {
    const one = await askService(new URL(`${service}/v2/organizations/${ror.slice(-9)}`), OrganisationSchema);
    return one ? [entryOf(one)] : [];
  }
  const address = new URL(`${service}/v2/organizations`);
  // Other signs are operators of its search.
  address.searchParams.set('query', query.replace(/[^\p{L}\p{N}\s.-]/gu, ' ').trim());
  if (isFunder) address.searchParams.set('filter', 'types:funder');
  const answer = await askService(address, FoundSchema);
  return (answer?.items ?? []).slice(0, rows).map(entryOf);
}

function entryOf({ id, names, locations }: z.output<typeof OrganisationSchema>): FoundEntry {
  const name = names.find(({ types }) => types.includes('ror_display'))?.value ?? names[0]?.value ?? id;
  const { name: city = '', country_name: country = '' } = locations[0]?.geonames_details ?? {};
  const others = names.flatMap(({ value, types }) => (value !== name && !types.includes('alias') ? value : []));
  const detail = [...others.slice(0, 2), [city, country].filter(Boolean).join(', '), id].filter(Boolean).join('; ');
  return { label: name, detail, fill: { ...nothing, text: `${name}, ${id}` } };
}
