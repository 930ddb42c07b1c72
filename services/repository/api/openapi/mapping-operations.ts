import { DistributionsSchema } from '@domain/api/distributions';
import {
  detachedCommentsHeader,
  MappingEntrySchema,
  MappingSchema,
  MappingSuggestionsSchema,
  MappingTargetSchema,
  MappingTemplatesSchema,
  ProblemSchema,
} from '@domain/api/mapping';
import { PublicationPreviewSchema } from '@domain/api/publication';
import { DataChangeSchema, TableDataSchema } from '@domain/api/table-data';

import { PostedTemplatesSchema } from '../mapping';
import { RowWindowQuerySchema } from '../uploads';
import type { Operations } from './operation';

const tag = { ETag: 'Version, for `If-Match` of a later save.' };
const address = '/api/mapping/raw/3r/grip';
const detached = { [detachedCommentsHeader]: 'Number of comments on targets that their columns no longer have.' };
const templateRefusals = [
  'template-name-missing',
  'template-name-too-long',
  'too-many-templates',
  'storage-full',
] as const;

/** Mapping of columns to the vocabulary. */
export const mappingOperations: Operations = {
  'GET /api/mapping/:kind{raw|agg}/:language{en|de}/:type{[ra]}': {
    useCases: ['listMappingTargets'],
    summary: 'List the targets that columns can be mapped to',
    spelledOut: 'language',
    answers: { 200: { description: 'Every target in every unit.', schema: MappingTargetSchema.array() } },
    refusals: ['not-found'],
    examples: [
      { title: 'Targets in English', address: '/api/mapping/raw/en/r', caller: 'contributor', status: 200 },
      { title: 'Targets in German', address: '/api/mapping/raw/de/r', caller: 'contributor', status: 200 },
    ],
  },
  'PUT /api/mapping/templates': {
    useCases: ['saveMappingTemplates'],
    summary: 'Save mapping templates',
    description: 'Others stay as they are; one without entries is deleted.',
    isConditional: true,
    body: PostedTemplatesSchema,
    answers: { 200: { description: 'All templates.', schema: MappingTemplatesSchema, headers: tag } },
    refusals: templateRefusals,
    examples: [
      {
        title: 'A template',
        address: '/api/mapping/templates',
        caller: 'contributor',
        body: [{ name: 'Grip', entries: [{ source: 'grip', target: { key: 'handgrip', unit: 'kg' } }] }],
        status: 200,
      },
    ],
  },
  'GET /api/mapping/templates': {
    useCases: ['listMappingTemplates'],
    summary: 'List the mapping templates of the caller',
    answers: { 200: { description: 'The templates.', schema: MappingTemplatesSchema, headers: tag } },
    examples: [{ title: 'Own templates', address: '/api/mapping/templates', caller: 'contributor', status: 200 }],
  },
  'GET /api/mapping/:kind{raw|agg}/:id{[1-9][0-9]{0,8}[ra]}/:table/suggestions': {
    useCases: ['suggestTargets'],
    summary: 'Suggest targets for the columns of a table',
    description: 'Ranked, with reasons, and the test battery that they belong to. Nothing is saved.',
    answers: { 200: { description: 'The suggestions.', schema: MappingSuggestionsSchema } },
    refusals: ['unknown-table', 'not-ready', 'table-left-out'],
    examples: [{ title: 'Suggestions', address: `${address}/suggestions`, caller: 'contributor', status: 200 }],
  },
  'POST /api/mapping/:kind{raw|agg}/:id{[1-9][0-9]{0,8}[ra]}/:table': {
    useCases: ['saveMapping'],
    summary: 'Save the mapping of a table',
    description: 'The whole mapping. The table is checked with it.',
    isConditional: true,
    body: MappingSchema,
    answers: {
      200: { description: 'The problems that the check found.', schema: ProblemSchema.array(), headers: detached },
      202: { description: 'The check is running; an empty list.', schema: ProblemSchema.array(), headers: detached },
    },
    refusals: ['unknown-column', 'unknown-target', 'shared-target', 'unknown-table', 'not-ready', 'table-left-out'],
    examples: [
      {
        title: 'Sex, age and grip',
        address,
        caller: 'contributor',
        body: [
          { source: 'person', target: { key: 'person_id', unit: '' } },
          { source: 'sex', target: { key: 'sex', unit: '' } },
          { source: 'age', target: { key: 'age_y', unit: 'a' } },
          { source: 'grip', target: { key: 'handgrip', unit: 'kg' } },
        ],
        status: 200,
      },
      {
        title: 'A column that there is not',
        address,
        caller: 'contributor',
        body: [{ source: 'power', target: { key: 'handgrip', unit: 'kg' } }],
        status: 400,
      },
    ],
  },
  'GET /api/mapping/:kind{raw|agg}/:id{[1-9][0-9]{0,8}[ra]}/:table': {
    useCases: ['findMapping'],
    summary: 'Mapping of a table',
    answers: { 200: { description: 'The mapped columns.', schema: MappingEntrySchema.array(), headers: tag } },
    refusals: ['unknown-table', 'not-ready', 'table-left-out'],
    examples: [{ title: 'Mapping', address, caller: 'contributor', status: 200 }],
  },
  'GET /api/mapping/:kind{raw|agg}/:id{[1-9][0-9]{0,8}[ra]}/:table/data': {
    useCases: ['findTableData'],
    summary: 'Rows of a table that are no data',
    answers: { 200: { description: 'The rows with the reasons.', schema: TableDataSchema } },
    refusals: ['unknown-table', 'not-ready'],
    examples: [{ title: 'Nothing is left out', address: `${address}/data`, caller: 'contributor', status: 200 }],
  },
  'POST /api/mapping/:kind{raw|agg}/:id{[1-9][0-9]{0,8}[ra]}/:table/data': {
    useCases: ['changeTableData'],
    summary: 'Leave rows or a table out, or take them back in',
    body: DataChangeSchema,
    answers: { 200: { description: 'The rows that are no data, after the check.', schema: TableDataSchema } },
    refusals: [
      ...(['rows-outside', 'rows-reversed', 'row-reason-missing', 'row-reason-too-long', 'unknown-table'] as const),
      ...(['last-table', 'no-data-rows', 'rows-blank', 'rows-not-listed', 'too-many-row-choices'] as const),
      ...(['rows-changed', 'not-ready', 'table-left-out', 'rows-missing'] as const),
    ],
    examples: [
      {
        title: 'Leave a row out',
        address: `${address}/data`,
        caller: 'contributor',
        body: { from: 4, to: 4, isData: false, reason: 'Tested twice' },
        status: 200,
      },
      {
        title: 'Take it back in',
        address: `${address}/data`,
        caller: 'contributor',
        body: { from: 4, to: 4, isData: true },
        status: 200,
      },
    ],
  },
  'GET /api/mapping/:kind{raw|agg}/:id{[1-9][0-9]{0,8}[ra]}/:table/distributions': {
    useCases: ['findDistributions'],
    summary: 'Distributions of the results of a table',
    description: 'Counts by sex, in bins and beyond the limits, for each column of results.',
    answers: { 200: { description: 'The distributions, or why there are none.', schema: DistributionsSchema } },
    refusals: ['unknown-table', 'no-finished-check', 'table-left-out', 'not-ready', 'rows-missing'],
    examples: [{ title: 'Results', address: `${address}/distributions`, caller: 'contributor', status: 200 }],
  },
  'GET /api/fileupload/:id/published': {
    useCases: ['previewPublication'],
    summary: 'A table as it would be published',
    description: 'With its current mapping, and what is left out. Nothing is saved.',
    query: RowWindowQuerySchema.omit({ columns: true }),
    meanings: { table: 'Name of the table; the first one that is data without it.' },
    answers: { 200: { description: 'The table with a window of rows.', schema: PublicationPreviewSchema } },
    refusals: ['not-ready', 'unknown-table', 'not-mapped', 'table-left-out', 'rows-missing', 'row-too-long'],
    examples: [
      {
        title: 'Two rows as published',
        address: '/api/fileupload/3r/published?limit=2',
        caller: 'contributor',
        status: 200,
      },
    ],
  },
};
