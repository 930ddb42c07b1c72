import { z } from 'zod';

import { TextLanguageSchema } from '../language';
import { maxRepeats, maxTemplateNameCharacters, maxTemplatesRead } from '../limits';
import { storableText } from '../text';
import { UploadIdSchema, UploadKindSchema } from '../upload-id';

/** Required format of a value, in addition to its style. */
export const ValueFormatSchema = z.enum(['text', 'e-mail', 'orcid', 'organisation', 'positive-integer', 'reference']);
export type ValueFormat = z.infer<typeof ValueFormatSchema>;

/** Field of `GET api/metadata/schema?lang=` in the directive form of spec section 3. */
export const SchemaFieldSchema = z.object({
  /** 1, 1.1, 5.1 … */
  id: z.number(),
  /** A trailing * or # marks a required field. */
  name: z.string(),
  style: z.string(),
  multi: z.boolean(),
  /** Directives first, then choices or sub-labels. */
  types: z.array(z.string()),
  toolTip: z.string(),
  required: z.boolean(),
  /** Saved values; a single empty value if there are none. */
  values: z.array(z.object({ value: z.string(), type: z.string(), error: z.string() })),
  /** Id of the parent field. */
  nested: z.number().nullable(),
  placeholder: z.string(),
  validate: z.boolean(),
  /** Stored values of the choices in `types`, in the same order: English texts or language codes. */
  choices: z.array(z.string()),
  /**
   * When a nested field is required: null = never, empty = as soon as its parent has a value, otherwise if the parent
   * has one of these stored values.
   */
  requiredWith: z.array(z.string()).nullable(),
  format: ValueFormatSchema,
  /** Never published or exported. */
  private: z.boolean(),
  /** Values of published data sets are offered as suggestions: `GET api/metadata/values/{id}`. */
  suggest: z.boolean(),
  /** Heading of the section that begins with this field; '' if no section begins here. */
  section: z.string(),
  /**
   * Language of the text: the one the study is described in (field 5.1), or the other one. Null for names, numbers,
   * addresses and choices.
   */
  wording: z.enum(['study', 'other']).nullable().default(null),
});
export type SchemaField = z.infer<typeof SchemaFieldSchema>;

/**
 * Saved values of one field. For a nested field, `parents` holds for each value the index of its parent's value
 * (affiliations of the second author: parents [1, 1]). Choices are stored as their English text, whatever the language
 * of the form.
 */
export const MetadataEntrySchema = z.object({
  id: z.number(),
  name: z.string().max(300).transform(storableText),
  /** Not limited here, so that a text that is too long becomes an error of its field. */
  values: z.array(z.string().transform(storableText)).max(500),
  parents: z.array(z.number().int().min(0).max(500)).max(500).optional(),
});
export type MetadataEntry = z.infer<typeof MetadataEntrySchema>;

/** Response of `GET api/metadata/{id}`; body of `POST api/metadata` and `POST api/metadata/validate`. */
export const StudyMetadataSchema = z.object({
  id: z.array(UploadIdSchema).min(1).max(50),
  metadata: z.array(MetadataEntrySchema).max(100),
});
export type StudyMetadata = z.infer<typeof StudyMetadataSchema>;

/** Response of `GET api/metadata/{id}/data-facts` (not in the spec): what the data say about the study. */
export const DataFactsSchema = z.object({
  /** Number of people or cases; null until the data has been checked. */
  persons: z.number().int().nullable(),
  /** First and last day of the tests, yyyy-MM-dd. */
  begin: z.iso.date().nullable(),
  end: z.iso.date().nullable(),
  /** Completed years of age, both included. */
  ages: z.object({ from: z.number(), to: z.number() }).nullable(),
  /** Codes that occur. */
  sexes: z.array(z.string()),
  /** Keys of motor tests. */
  tests: z.array(z.string()),
  /** Test batteries whose tests are mapped, by the names that the schema has for them. */
  batteries: z.array(z.string()),
});
export type DataFacts = z.infer<typeof DataFactsSchema>;

/**
 * Body of `PUT api/metadata/{id}/missing-codes` (not in the spec): the values of field 31, before other metadata is
 * saved.
 */
export const MissingCodesSchema = z.array(z.string().max(40).transform(storableText)).max(maxRepeats);

/** A validation error. The problem details of `POST api/metadata` list them as `errors`. */
export const MetadataErrorSchema = z.object({
  /** Field id as in the schema. */
  field: z.number(),
  /** Index of the value, and for a nested field the index of the parent's value. */
  index: z.number().int(),
  parent: z.number().int().nullable(),
  /** Key in `locales/<language>/metadata-errors.json`: one of `metadataErrorCodes`. */
  code: z.string(),
});
export type MetadataError = z.infer<typeof MetadataErrorSchema>;

/** Metadata templates of a user. A template never contains the title (field 2). */
export const MetadataTemplatesSchema = z
  .array(
    z.object({
      name: z
        .string()
        .transform((name) => storableText(name).trim())
        .pipe(z.string().min(1).max(maxTemplateNameCharacters)),
      entries: z.array(MetadataEntrySchema).max(100),
    }),
  )
  .max(maxTemplatesRead);
export type MetadataTemplate = z.infer<typeof MetadataTemplatesSchema>[number];

/** Entry of `GET api/metadata/countries/{lang}?codes`; without the parameter, the list has only names. */
export const CountrySchema = z.object({ code: z.string().length(2), name: z.string() });
export type Country = z.infer<typeof CountrySchema>;

/**
 * Response of `GET api/metadata/values/{id}?q=` (not in the spec): a text that published data sets contain in a field.
 */
export const FieldValueSchema = z.object({
  value: z.string(),
  /** Number of data sets that contain it. */
  count: z.number().int(),
});
export type FieldValue = z.infer<typeof FieldValueSchema>;

/** Maximum number of uploads in a study, and of uploads offered to join it. */
export const maxStudyUploads = 50;

/**
 * Body of `POST api/metadata`: uploads that share the metadata from now on. Uploads in `detach` leave their study. They
 * keep a copy of its entries without the title. If they are also in `id`, they get the new metadata instead.
 */
export const SavedStudySchema = StudyMetadataSchema.extend({
  detach: z.array(UploadIdSchema).max(maxStudyUploads).optional(),
});
export type SavedStudy = z.infer<typeof SavedStudySchema>;

/**
 * Another upload of the same contributor that shares the metadata of an upload, or could: `GET
 * api/metadata/{id}/uploads` (not in the spec).
 */
export const StudyUploadSchema = z.object({
  id: UploadIdSchema,
  kind: UploadKindSchema,
  fileName: z.string(),
  /** Day of the upload, yyyy-MM-dd. */
  date: z.string(),
  /** It belongs to the same study. */
  shares: z.boolean(),
  /** It has been submitted, so neither it nor the metadata it shares can be changed. */
  isSubmitted: z.boolean(),
  /** The step that must be completed before it can have metadata; null if it can. */
  blocker: z.enum(['not-mapped', 'not-checked']).nullable(),
  /** Title of its own metadata. */
  title: z.string().nullable(),
  titleLanguage: TextLanguageSchema.default(''),
});
export type StudyUpload = z.infer<typeof StudyUploadSchema>;
