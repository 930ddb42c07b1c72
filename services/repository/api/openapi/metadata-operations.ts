import { LookupOrderSchema, LookupSchema } from '@domain/api/lookups';
import {
  CountrySchema,
  DataFactsSchema,
  FieldValueSchema,
  MetadataTemplatesSchema,
  MissingCodesSchema,
  SavedStudySchema,
  SchemaFieldSchema,
  StudyMetadataSchema,
  StudyUploadSchema,
} from '@domain/api/metadata';
import { LanguageSchema } from '@domain/language';
import { z } from 'zod';

import { TypedValueSchema } from '../metadata';
import type { Operations } from './operation';

const tag = { ETag: 'Version, for `If-Match` of a later save.' };

/** Description of a study by metadata. */
export const metadataOperations: Operations = {
  'GET /api/metadata/schema': {
    id: 'readMetadataSchema',
    useCases: [],
    summary: 'Fields of the metadata',
    query: z.object({ lang: LanguageSchema.optional() }),
    answers: { 200: { description: 'The fields in their order.', schema: SchemaFieldSchema.array() } },
    examples: [
      { title: 'A language that there is not', address: '/api/metadata/schema?lang=fr', status: 400 },
      { title: 'In German', address: '/api/metadata/schema?lang=de', status: 200 },
    ],
  },
  'GET /api/metadata/countries/:lang': {
    id: 'listCountries',
    useCases: [],
    summary: 'List of countries',
    query: z.object({ codes: z.string().optional() }),
    meanings: { codes: 'With this parameter, whatever its value, each name has its code (ISO 3166-1).' },
    answers: {
      200: { description: 'Names, or codes and names.', schema: z.union([z.string().array(), CountrySchema.array()]) },
    },
    examples: [
      { title: 'Names', address: '/api/metadata/countries/en', status: 200 },
      { title: 'Codes and names', address: '/api/metadata/countries/en?codes', status: 200 },
    ],
  },
  'GET /api/metadata/schema/:id': {
    useCases: ['listSchemaFields'],
    summary: 'Fields of the metadata with the values of an upload',
    answers: { 200: { description: 'The fields in their order.', schema: SchemaFieldSchema.array() } },
    examples: [
      { title: 'Fields of an upload', address: '/api/metadata/schema/3r', caller: 'contributor', status: 200 },
    ],
  },
  'GET /api/metadata/values/:field': {
    useCases: ['listFieldValues'],
    summary: 'Texts that published data sets have in a field',
    path: { field: TypedValueSchema.shape.field },
    query: z.object({ q: TypedValueSchema.shape.typed }),
    meanings: { field: 'Id of the field.', q: 'Beginning of a word, whatever its case and umlauts.' },
    answers: { 200: { description: 'At most 20 texts, most used first.', schema: FieldValueSchema.array() } },
    refusals: ['not-found'],
    examples: [{ title: 'Keywords', address: '/api/metadata/values/6?q=jum', caller: 'contributor', status: 200 }],
  },
  'PUT /api/metadata/templates': {
    useCases: ['saveMetadataTemplates'],
    summary: 'Save metadata templates',
    description: 'Others stay as they are; one without entries is deleted.',
    isConditional: true,
    body: MetadataTemplatesSchema,
    answers: { 200: { description: 'All templates.', schema: MetadataTemplatesSchema, headers: tag } },
    refusals: ['template-name-missing', 'template-name-too-long', 'too-many-templates', 'storage-full'],
    examples: [
      {
        title: 'A template',
        address: '/api/metadata/templates',
        caller: 'contributor',
        body: [{ name: 'Primary schools', entries: [{ id: 6, name: 'Keyword', values: ['primary school'] }] }],
        status: 200,
      },
      {
        title: 'A template without a name',
        address: '/api/metadata/templates',
        caller: 'contributor',
        body: [{ name: '', entries: [] }],
        status: 400,
      },
    ],
  },
  'GET /api/metadata/templates': {
    useCases: ['listMetadataTemplates'],
    summary: 'List the metadata templates of the caller',
    answers: { 200: { description: 'The templates.', schema: MetadataTemplatesSchema, headers: tag } },
    examples: [{ title: 'Own templates', address: '/api/metadata/templates', caller: 'contributor', status: 200 }],
  },
  'POST /api/metadata': {
    useCases: ['saveMetadata'],
    summary: 'Save the metadata of uploads',
    description: 'The uploads share them from now on. Those in `detach` leave their study with a copy.',
    isConditional: true,
    body: SavedStudySchema,
    answers: { 200: { description: 'The saved metadata.', schema: StudyMetadataSchema, headers: tag } },
    refusals: ['metadata-invalid', 'not-same-owner', 'title-taken', 'not-mapped', 'not-checked'],
    examples: [
      {
        title: 'Before all problems are explained',
        address: '/api/metadata',
        caller: 'contributor',
        body: { id: ['3r'], metadata: [{ id: 2, name: 'Title', values: ['Grip of children'] }] },
        status: 409,
      },
    ],
  },
  'POST /api/metadata/validate': {
    useCases: ['validateTitle'],
    summary: 'Check whether a title can be used',
    body: StudyMetadataSchema,
    answers: { 204: { description: 'It can be used.' } },
    refusals: ['title-taken'],
    examples: [
      {
        title: 'A new title',
        address: '/api/metadata/validate',
        caller: 'contributor',
        body: { id: ['3r'], metadata: [{ id: 2, name: 'Title', values: ['Grip of children'] }] },
        status: 204,
      },
    ],
  },
  'GET /api/metadata/:id': {
    useCases: ['findStudy'],
    summary: 'Metadata of an upload',
    answers: {
      200: { description: 'The metadata, and the uploads that share them.', schema: StudyMetadataSchema, headers: tag },
    },
    examples: [{ title: 'Not described yet', address: '/api/metadata/3r', caller: 'contributor', status: 200 }],
  },
  'GET /api/metadata/:id/uploads': {
    useCases: ['listSharingUploads'],
    summary: 'Uploads that share the metadata of an upload, or could',
    answers: { 200: { description: 'Other uploads of the caller.', schema: StudyUploadSchema.array() } },
    examples: [{ title: 'None', address: '/api/metadata/3r/uploads', caller: 'contributor', status: 200 }],
  },
  'GET /api/metadata/:id/data-facts': {
    useCases: ['describeStudyData'],
    summary: 'What the data say about the study',
    answers: { 200: { description: 'Facts to be taken over into the metadata.', schema: DataFactsSchema } },
    examples: [{ title: 'Facts', address: '/api/metadata/3r/data-facts', caller: 'contributor', status: 200 }],
  },
  'PUT /api/metadata/:id/missing-codes': {
    useCases: ['declareMissingCodes'],
    summary: 'Declare the codes of missing values',
    description: 'The tables are checked again with them.',
    body: MissingCodesSchema,
    answers: {
      200: { description: 'Saved and checked.', schema: MissingCodesSchema },
      202: { description: 'Saved; the check is running.', schema: MissingCodesSchema },
    },
    examples: [
      {
        title: 'Two codes',
        address: '/api/metadata/3r/missing-codes',
        caller: 'contributor',
        body: ['-9', 'k. A.'],
        status: 200,
      },
    ],
  },
  'POST /api/lookups': {
    useCases: ['lookUp'],
    summary: 'Look up a person, an organisation, a funder or a publication',
    description:
      'Asks ORCID, ROR, Crossref or DataCite, and sends them the query and nothing else. If a service is away or switched off, organisations and funders come from a list of this server.',
    body: LookupOrderSchema,
    answers: { 200: { description: 'What was found, and where.', schema: LookupSchema } },
    refusals: ['too-many-lookups'],
    examples: [
      {
        title: 'A funder, while ROR is not asked',
        address: '/api/lookups',
        caller: 'contributor',
        body: { kind: 'funder', query: 'DFG' },
        status: 200,
      },
    ],
  },
};
