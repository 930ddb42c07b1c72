import { ClassReportSchema, ClassRequestSchema, TakenClassSchema } from '@domain/api/class-report';
import { MappingTargetSchema } from '@domain/api/mapping';

import type { Operations } from './operation';

const kept = 'The table is read in a temporary folder that is removed before the answer. Nothing is stored or logged.';
const column = (name: string) => ({ name, info: null, dates: null });
const request = {
  tables: [
    {
      name: '',
      firstRow: 2,
      columns: ['Name', 'Sex', 'Age', 'Grip'].map(column),
      leftOut: [],
      rows: [
        ['Ada', 'f', '20.5', '38'],
        ['Ben', 'm', '21', '380'],
      ],
    },
  ],
  mapping: [
    { source: 'Sex', target: { key: 'sex', unit: 'm/f' } },
    { source: 'Age', target: { key: 'age_y', unit: 'a' } },
    { source: 'Grip', target: { key: 'handgrip', unit: 'kg' } },
  ],
  names: ['Name'],
  testDate: null,
};
const refusals = [
  'unknown-target',
  'shared-target',
  'class-without-results',
  'class-day-missing',
  'class-day-in-future',
  'class-day-unlikely',
  'class-unreadable',
  'unavailable',
] as const;

/** Classes that are compared with the norms, without an account and without leaving anything. */
export const classOperations: Operations = {
  'GET /api/norms/class/targets': {
    useCases: ['listClassTargets'],
    summary: 'List the targets that columns of a class can be mapped to',
    answers: { 200: { description: 'Every target in every unit.', schema: MappingTargetSchema.array() } },
    examples: [{ title: 'Targets of a class', address: '/api/norms/class/targets', status: 200 }],
  },
  'POST /api/norms/class/tables': {
    useCases: ['takeClass'],
    summary: 'Read the table of a class',
    description: `The body is a file (csv, xlsx, xls, sav) or a table as spreadsheet programs copy it. ${kept} The caller keeps the tables for the other calls.`,
    body: { mediaType: 'application/octet-stream' },
    answers: { 200: { description: 'The tables, and what their columns seem to mean.', schema: TakenClassSchema } },
    refusals: ['class-unreadable', 'class-too-large', 'unavailable'],
    examples: [
      {
        title: 'A table that was copied',
        address: '/api/norms/class/tables',
        text: 'Name\tSex\tAge\tHandgrip [kg]\nAda\tf\t20.5\t38\nBen\tm\t21\t45\n',
        status: 200,
      },
    ],
  },
  'POST /api/norms/class/report': {
    useCases: ['reportClass'],
    summary: 'Compare the children of a class with the norms',
    description: `Of each child and result the percentile, and medians by test and sex. Impossible results are left out, as the check tells. ${kept}`,
    body: ClassRequestSchema,
    answers: { 200: { description: 'The report.', schema: ClassReportSchema } },
    refusals,
    examples: [
      { title: 'Two people', address: '/api/norms/class/report', body: request, status: 200 },
      {
        title: 'No result is mapped',
        address: '/api/norms/class/report',
        body: { ...request, mapping: [] },
        status: 422,
      },
    ],
  },
  'POST /api/norms/class/report.xlsx': {
    useCases: ['exportClassReport'],
    summary: 'The same report as a workbook',
    description: kept,
    body: ClassRequestSchema,
    answers: {
      200: {
        description: 'The workbook.',
        mediaTypes: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
        headers: { 'Content-Disposition': 'Name of the file.' },
      },
    },
    refusals,
    examples: [{ title: 'Two people', address: '/api/norms/class/report.xlsx', body: request, status: 200 }],
  },
};
