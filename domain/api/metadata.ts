import { z } from 'zod';

import { TextLanguageSchema } from '../language';
import { maxRepeats, maxTemplateNameCharacters, maxTemplatesRead } from '../limits';
import { shortNameSchema } from '../short-name';
import { storableText } from '../text';
import { UploadIdSchema, UploadKindSchema } from '../upload-id';

/** Required format of a value, in addition to its style. */
export const ValueFormatSchema = z.enum(['text', 'e-mail', 'orcid', 'organisation', 'positive-integer', 'reference']);
export type ValueFormat = z.infer<typeof ValueFormatSchema>;

/** Field of `GET api/metadata/schema?lang=` in the directive form of spec section 3. */
export const SchemaFieldSchema = z.object({
  id: z.number().describe('1, 1.1, 5.1 …'),
  name: z.string().describe('A trailing * or # marks a required field.'),
  style: z
    .string()
    .describe(
      'How the field is shown and stored: `Input`, `TextArea`, `DropDownList`, `Checkbox`, `Name`, `DateRangeYMD` or `SUFL`.',
    ),
  multi: z.boolean().describe('It may have several values.'),
  types: z.array(z.string()).describe('Directives first, then choices or sub-labels.'),
  toolTip: z.string().describe('Explanation of the field.'),
  required: z.boolean().describe('It must have a value.'),
  values: z
    .array(
      z.object({
        value: z.string().describe('The value.'),
        type: z.string().describe('Its choice or sub-label.'),
        error: z.string().describe('Message about it.'),
      }),
    )
    .describe('Saved values; a single empty value if there are none.'),
  nested: z.number().nullable().describe('Id of the parent field.'),
  placeholder: z.string().describe("Example of a value; '' if there is none."),
  validate: z.boolean().describe('The value can be checked before it is saved, as the title.'),
  choices: z
    .array(z.string())
    .describe('Stored values of the choices in `types`, in the same order: English texts or language codes.'),
  requiredWith: z
    .array(z.string())
    .nullable()
    .describe(
      'When a nested field is required: null = never, empty = as soon as its parent has a value, otherwise if the parent has one of these stored values.',
    ),
  format: ValueFormatSchema.describe('Required format of a value.'),
  private: z.boolean().describe('Never published or exported.'),
  suggest: z
    .boolean()
    .describe('Values of published data sets are offered as suggestions: `GET api/metadata/values/{id}`.'),
  section: z.string().describe("Heading of the section that begins with this field; '' if no section begins here."),
  wording: z
    .enum(['study', 'other'])
    .nullable()
    .default(null)
    .describe(
      'Language of the text: the one the study is described in (field 5.1), or the other one. Null for names, numbers, addresses and choices.',
    ),
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
  values: z
    .array(z.string().transform(storableText))
    .max(500)
    .describe('Not limited here, so that a text that is too long becomes an error of its field.'),
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
  persons: z.number().int().nullable().describe('Number of people or cases; null until the data has been checked.'),
  begin: z.iso.date().nullable().describe('First and last day of the tests, yyyy-MM-dd.'),
  end: z.iso.date().nullable(),
  ages: z.object({ from: z.number(), to: z.number() }).nullable().describe('Completed years of age, both included.'),
  sexes: z.array(z.string()).describe('Codes that occur.'),
  tests: z.array(z.string()).describe('Keys of motor tests.'),
  batteries: z
    .array(z.string())
    .describe('Test batteries whose tests are mapped, by the names that the schema has for them.'),
});
export type DataFacts = z.infer<typeof DataFactsSchema>;

/**
 * Body of `PUT api/metadata/{id}/missing-codes` (not in the spec): the values of field 31, before other metadata is
 * saved.
 */
export const MissingCodesSchema = z.array(z.string().max(40).transform(storableText)).max(maxRepeats);

/** A validation error. The problem details of `POST api/metadata` list them as `errors`. */
export const MetadataErrorSchema = z.object({
  field: z.number().describe('Field id as in the schema.'),
  index: z.number().int().describe("Index of the value, and for a nested field the index of the parent's value."),
  parent: z.number().int().nullable(),
  code: z.string().describe('Key in `locales/<language>/metadata-errors.json`: one of `metadataErrorCodes`.'),
});
export type MetadataError = z.infer<typeof MetadataErrorSchema>;

/** Metadata templates of a user. A template never contains the title (field 2). */
export const MetadataTemplatesSchema = z
  .array(
    z.object({
      name: shortNameSchema(maxTemplateNameCharacters).pipe(z.string().min(1)),
      entries: z.array(MetadataEntrySchema).max(100),
    }),
  )
  .max(maxTemplatesRead);
export type MetadataTemplate = z.infer<typeof MetadataTemplatesSchema>[number];

/** Entry of `GET api/metadata/countries/{lang}?codes`; without the parameter, the list has only names. */
export const CountrySchema = z.object({
  code: z.string().length(2).describe('Code in ISO 3166-1, two letters.'),
  name: z.string().describe('Name in the requested language.'),
});
export type Country = z.infer<typeof CountrySchema>;

/**
 * Response of `GET api/metadata/values/{id}?q=` (not in the spec): a text that published data sets contain in a field.
 */
export const FieldValueSchema = z.object({
  value: z.string(),
  count: z.number().int().describe('Number of data sets that contain it.'),
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
  date: z.string().describe('Day of the upload, yyyy-MM-dd.'),
  shares: z.boolean().describe('It belongs to the same study.'),
  isSubmitted: z.boolean().describe('It has been submitted, so neither it nor the metadata it shares can be changed.'),
  blocker: z
    .enum(['not-mapped', 'not-checked'])
    .nullable()
    .describe('The step that must be completed before it can have metadata; null if it can.'),
  title: z.string().nullable().describe('Title of its own metadata.'),
  titleLanguage: TextLanguageSchema.default(''),
});
export type StudyUpload = z.infer<typeof StudyUploadSchema>;
