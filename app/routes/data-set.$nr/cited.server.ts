import { z } from 'zod';

const TextSchema = z.string().catch('');
const NamedSchema = z.object({ name: TextSchema });

/** Relation to the other data set of a study. Contributors cannot choose these two. */
const kinds: Record<string, 'raw' | 'agg'> = { IsDerivedFrom: 'raw', IsSourceOf: 'agg' };

/** Relation to another version, which is newer or older. */
const versions: Record<string, 'newer' | 'older'> = { IsPreviousVersionOf: 'newer', IsNewVersionOf: 'older' };

/** Parts of the DataCite JSON that this page publishes for programs; missing ones read as empty. */
const CitedSchema = z
  .object({
    creators: z
      .array(
        z
          .object({
            name: TextSchema,
            nameType: TextSchema,
            nameIdentifiers: z.array(z.object({ nameIdentifier: TextSchema })).catch([]),
            affiliation: z.array(NamedSchema).catch([]),
          })
          .transform(({ nameIdentifiers, ...creator }) => {
            const [identifier] = nameIdentifiers;
            const known = identifier?.nameIdentifier.startsWith('https://orcid.org/');
            return { ...creator, orcid: known ? (identifier?.nameIdentifier ?? null) : null };
          }),
      )
      .catch([]),
    publisher: NamedSchema.catch({ name: '' }),
    dates: z.array(z.object({ date: TextSchema, dateType: TextSchema })).catch([]),
    publicationYear: z.union([z.string(), z.number().transform(String)]).catch(''),
    language: TextSchema,
    geoLocations: z.array(z.object({ geoLocationPlace: TextSchema })).catch([]),
    relatedIdentifiers: z
      .array(z.object({ relatedIdentifier: TextSchema, relatedIdentifierType: TextSchema, relationType: TextSchema }))
      .catch([]),
  })
  .transform(({ relatedIdentifiers, ...cited }) => ({
    ...cited,
    otherForms: relatedIdentifiers.flatMap(({ relatedIdentifier, relatedIdentifierType, relationType }) => {
      const kind = kinds[relationType];
      const isDoi = relatedIdentifierType === 'DOI';
      return kind ? [{ kind, address: isDoi ? `https://doi.org/${relatedIdentifier}` : relatedIdentifier }] : [];
    }),
    /** Versions elsewhere that the authors name. */
    otherVersions: relatedIdentifiers.flatMap(({ relatedIdentifier, relatedIdentifierType, relationType }) => {
      const order = versions[relationType];
      const isDoi = relatedIdentifierType === 'DOI';
      return order ? [{ order, address: isDoi ? `https://doi.org/${relatedIdentifier}` : relatedIdentifier }] : [];
    }),
    /** Works that the authors name, such as publications about the data. */
    works: relatedIdentifiers.flatMap(({ relatedIdentifier, relatedIdentifierType, relationType }) => {
      if (kinds[relationType] ?? versions[relationType]) return [];
      if (relatedIdentifierType === 'DOI') {
        return [{ address: `https://doi.org/${relatedIdentifier}`, text: `https://doi.org/${relatedIdentifier}` }];
      }
      return [{ address: /^https?:/.test(relatedIdentifier) ? relatedIdentifier : null, text: relatedIdentifier }];
    }),
  }));
export type Cited = z.infer<typeof CitedSchema>;

export function readCited(datacite: unknown): Cited {
  return CitedSchema.parse(datacite ?? {});
}
