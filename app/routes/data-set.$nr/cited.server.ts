import { z } from 'zod';

const TextSchema = z.string().catch('');
const NamedSchema = z.object({ name: TextSchema });

/** Relation to the other data set of a study. Contributors cannot choose these two. */
const kinds: Record<string, 'raw' | 'agg'> = { IsDerivedFrom: 'raw', IsSourceOf: 'agg' };

/** Relation to another version, which is newer or older. */
const versions: Record<string, 'newer' | 'older'> = { IsPreviousVersionOf: 'newer', IsNewVersionOf: 'older' };

/** Relations that are not those to works of others: `IsVersionOf` leads to all versions. */
const ownRelations = [...Object.keys(kinds), ...Object.keys(versions), 'IsVersionOf'];

function addressOf(related: { relatedIdentifier: string; relatedIdentifierType: string }): string {
  const { relatedIdentifier, relatedIdentifierType } = related;
  return relatedIdentifierType === 'DOI' ? `https://doi.org/${relatedIdentifier}` : relatedIdentifier;
}

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
    /** The day of issue, or the year of publication. */
    issued: cited.dates.find(({ dateType }) => dateType === 'Issued')?.date ?? cited.publicationYear,
    otherForms: relatedIdentifiers.flatMap((related) => {
      const kind = kinds[related.relationType];
      return kind ? [{ kind, address: addressOf(related) }] : [];
    }),
    /** Versions elsewhere that the authors name. */
    otherVersions: relatedIdentifiers.flatMap((related) => {
      const order = versions[related.relationType];
      return order ? [{ order, address: addressOf(related) }] : [];
    }),
    /** Addresses of works that the authors name, such as publications about the data. */
    works: relatedIdentifiers.flatMap((related) =>
      ownRelations.includes(related.relationType) ? [] : [addressOf(related)],
    ),
  }));
export type Cited = z.infer<typeof CitedSchema>;

export function readCited(datacite: unknown): Cited {
  return CitedSchema.parse(datacite ?? {});
}

/** Authors as DataCite knows them; of a data set without a DOI yet by their names alone. */
export function creatorsOf(cited: Cited, { authors }: { authors: readonly string[] }) {
  if (cited.creators.length > 0) return cited.creators;
  return authors.map((name) => ({ name, orcid: null, affiliation: [] }));
}
