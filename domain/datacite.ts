import { z } from 'zod';

const TextSchema = z.string();
const LanguageSchema = z.string().optional();

/** A person or an organisation; no `nameType` if the metadata leaves that open. */
const NameSchema = z.object({
  name: TextSchema,
  nameType: z.enum(['Personal', 'Organizational']).optional(),
  givenName: TextSchema.optional(),
  familyName: TextSchema.optional(),
  nameIdentifiers: z
    .array(z.object({ nameIdentifier: TextSchema, nameIdentifierScheme: TextSchema, schemeUri: TextSchema.optional() }))
    .optional(),
  affiliation: z
    .array(
      z.object({
        name: TextSchema,
        affiliationIdentifier: TextSchema.optional(),
        affiliationIdentifierScheme: TextSchema.optional(),
        schemeUri: TextSchema.optional(),
      }),
    )
    .optional(),
});
export type DataciteName = z.infer<typeof NameSchema>;

/**
 * `data.attributes` of a DOI as in DataCite's REST API (metadata schema 4.6), without `event` and `doi`: the properties
 * that our metadata fills, in DataCite's order. Missing lists are read as empty.
 */
export const DataciteAttributesSchema = z.object({
  /** Page of the data set on our site; missing before acceptance. */
  url: TextSchema.optional(),
  creators: z.array(NameSchema),
  titles: z.array(z.object({ title: TextSchema, titleType: TextSchema.optional(), lang: LanguageSchema })),
  publisher: z.object({ name: TextSchema }),
  /** yyyy. */
  publicationYear: z.coerce.string(),
  types: z
    .object({ resourceTypeGeneral: TextSchema, resourceType: TextSchema })
    .default({ resourceTypeGeneral: 'Dataset', resourceType: '' }),
  subjects: z
    .array(
      z.object({
        subject: TextSchema,
        subjectScheme: TextSchema.optional(),
        schemeUri: TextSchema.optional(),
        lang: LanguageSchema,
      }),
    )
    .default([]),
  contributors: z.array(NameSchema.extend({ contributorType: TextSchema })).default([]),
  dates: z.array(z.object({ date: TextSchema, dateType: TextSchema })).default([]),
  language: TextSchema.optional(),
  alternateIdentifiers: z
    .array(z.object({ alternateIdentifier: TextSchema, alternateIdentifierType: TextSchema }))
    .default([]),
  relatedIdentifiers: z
    .array(
      z.object({
        relatedIdentifier: TextSchema,
        relatedIdentifierType: TextSchema,
        relationType: TextSchema,
        resourceTypeGeneral: TextSchema.optional(),
      }),
    )
    .default([]),
  sizes: z.array(TextSchema).default([]),
  formats: z.array(TextSchema).default([]),
  version: TextSchema.optional(),
  rightsList: z
    .array(
      z.object({
        rights: TextSchema,
        rightsUri: TextSchema.optional(),
        rightsIdentifier: TextSchema.optional(),
        rightsIdentifierScheme: TextSchema.optional(),
        schemeUri: TextSchema.optional(),
        lang: LanguageSchema,
      }),
    )
    .default([]),
  descriptions: z
    .array(z.object({ description: TextSchema, descriptionType: TextSchema, lang: LanguageSchema }))
    .default([]),
  geoLocations: z.array(z.object({ geoLocationPlace: TextSchema })).default([]),
  fundingReferences: z
    .array(
      z.object({
        funderName: TextSchema,
        funderIdentifier: TextSchema.optional(),
        funderIdentifierType: TextSchema.optional(),
        awardNumber: TextSchema.optional(),
        awardTitle: TextSchema.optional(),
      }),
    )
    .default([]),
  schemaVersion: TextSchema.default('http://datacite.org/schema/kernel-4'),
});
export type DataciteAttributes = z.infer<typeof DataciteAttributesSchema>;
