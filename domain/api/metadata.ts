import { z } from 'zod';

import { TextLanguageSchema } from '../language';
import { maxRepeats, maxTemplateNameCharacters, maxTemplates } from '../limits';
import { storableText } from '../text';
import { UploadIdSchema, UploadKindSchema } from '../upload-id';

/** What the text of a value must look like, beyond its style. */
export const ValueFormatSchema = z.enum(['text', 'e-mail', 'orcid', 'organisation', 'positive-integer', 'reference']);
export type ValueFormat = z.infer<typeof ValueFormatSchema>;

/** Field of `GET api/metadata/schema?lang=` in the spec's directive form (spec section 3). */
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
  /** Saved values; one blank value where there are none. */
  values: z.array(z.object({ value: z.string(), type: z.string(), error: z.string() })),
  /** Id of the field it belongs to. */
  nested: z.number().nullable(),
  placeholder: z.string(),
  validate: z.boolean(),
  /** Stored values of the choices in `types`, in their order: English texts, or language codes. */
  choices: z.array(z.string()),
  /**
   * Makes a nested field required: null = never, empty = as soon as its parent has a value, otherwise
   * when the parent has one of these stored values.
   */
  requiredWith: z.array(z.string()).nullable(),
  format: ValueFormatSchema,
  /** Never published or exported. */
  private: z.boolean(),
  /** What published data sets say here may be offered while one types: `GET api/metadata/values/{id}`. */
  suggest: z.boolean(),
  /** Heading of the part of the form that begins with this field; '' = it goes on. */
  section: z.string(),
  /**
   * Language of what is typed: the one the study is described in (field 5.1), or the other one of the two. Null
   * for names, numbers, addresses and choices.
   */
  wording: z.enum(['study', 'other']).nullable().default(null),
});
export type SchemaField = z.infer<typeof SchemaFieldSchema>;

/**
 * Saved values of one field. A nested field's `parents` tells for each value the index of the value of
 * its parent it belongs to (author 2's affiliations: parents [1, 1]); other fields have none.
 * Choices are stored by their English text, whatever the language of the form.
 */
export const MetadataEntrySchema = z.object({
  id: z.number(),
  name: z.string().max(300).transform(storableText),
  /** As long as a request may be: a text that is too long is a fault of its field. */
  values: z.array(z.string().transform(storableText)).max(500),
  parents: z.array(z.number().int().min(0).max(500)).max(500).optional(),
});
export type MetadataEntry = z.infer<typeof MetadataEntrySchema>;

/** `GET api/metadata/{id}` and the body of `POST api/metadata` and `POST api/metadata/validate`. */
export const StudyMetadataSchema = z.object({
  id: z.array(UploadIdSchema).min(1).max(50),
  metadata: z.array(MetadataEntrySchema).max(100),
});
export type StudyMetadata = z.infer<typeof StudyMetadataSchema>;

/** Body of `PUT api/metadata/{id}/missing-codes` (ours): the values of field 31, before there are others. */
export const MissingCodesSchema = z.array(z.string().max(40).transform(storableText)).max(maxRepeats);

/** One fault of the metadata: problem details of `POST api/metadata` carry a list of them as `errors`. */
export const MetadataFaultSchema = z.object({
  /** Field id as in the schema. */
  field: z.number(),
  /** Index of the value, and of the parent's value for a nested field. */
  index: z.number().int(),
  parent: z.number().int().nullable(),
  /** Key in `locales/<language>/metadata-faults.json`: one of domain/metadata/faults.ts. */
  code: z.string(),
});
export type MetadataFault = z.infer<typeof MetadataFaultSchema>;

/** Metadata templates of a user: the title (field 2) is never part of one. */
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
  .max(maxTemplates);
export type MetadataTemplate = z.infer<typeof MetadataTemplatesSchema>[number];

export const CountrySchema = z.object({ code: z.string().length(2), name: z.string() });
export type Country = z.infer<typeof CountrySchema>;

/** `GET api/metadata/values/{id}?q=` (ours): a text that published data sets hold in a field. */
export const FieldValueSchema = z.object({
  value: z.string(),
  /** How many data sets hold it. */
  count: z.number().int(),
});
export type FieldValue = z.infer<typeof FieldValueSchema>;

/** Most uploads of a study, and most that are offered to be one. */
export const maxStudyUploads = 50;

/**
 * Body of `POST api/metadata`: uploads that share the metadata from then on. Those of `apart` leave the study
 * they are in: with a copy of its entries, but the title, or, where `id` names them too, with these metadata.
 */
export const SavedStudySchema = StudyMetadataSchema.extend({
  apart: z.array(UploadIdSchema).max(maxStudyUploads).optional(),
});
export type SavedStudy = z.infer<typeof SavedStudySchema>;

/** Another upload of the same person: it shares the metadata of an upload, or may. `GET api/metadata/{id}/uploads` (ours). */
export const StudyUploadSchema = z.object({
  id: UploadIdSchema,
  kind: UploadKindSchema,
  fileName: z.string(),
  /** Day of the upload, yyyy-MM-dd. */
  date: z.string(),
  /** It belongs to the same study. */
  shares: z.boolean(),
  /** It can no longer be changed, nor can what it shares. */
  isSubmitted: z.boolean(),
  /** The step that must be done before it can have metadata; null when it can. */
  lack: z.enum(['not-mapped', 'not-checked']).nullable(),
  /** Title of metadata of its own. */
  title: z.string().nullable(),
  titleLanguage: TextLanguageSchema.default(''),
});
export type StudyUpload = z.infer<typeof StudyUploadSchema>;
