import { z } from 'zod';

import { ChangeBlocksSchema, ChangesSchema } from '@domain/api/changes';

import { DataSetNumberSchema } from '../search';
import type { Operation, Operations } from './operation';

/** What the arguments of OAI-PMH mean. */
const meanings = {
  verb: '`Identify`, `ListMetadataFormats`, `ListSets`, `ListIdentifiers`, `ListRecords` or `GetRecord`.',
  identifier: 'Identifier of a record: `oai:`, the host of the site, `:data-set/` and its public number.',
  metadataPrefix: '`oai_dc` or `oai_datacite`.',
  from: 'First day or second (UTC) of the changes: `2026-01-31` or `2026-01-31T12:00:00Z`.',
  until: 'Last day or second (UTC) of the changes.',
  set: 'Set of records, such as `type:raw`, `test:slj` or `licence:cc-by-4.0`.',
  resumptionToken: 'Token of the page before. It excludes all other arguments and never expires.',
};

/** What is wrong with arguments is told in the answer, so none of them is refused. */
const query = z.object(
  Object.fromEntries(Object.entries(meanings).map(([name, text]) => [name, z.string().optional().describe(text)])),
);

const oai: Pick<Operation, 'useCases' | 'description' | 'answers'> = {
  useCases: ['harvestRecords'],
  description:
    'Records of all published data sets, 100 a page, in the order of their last changes: what is published or changed during a harvest comes last. Errors of the protocol have the status 200 as well.',
  answers: { 200: { description: 'Answer of OAI-PMH 2.0.', mediaTypes: ['text/xml'] } },
};

/** Metadata for harvesters and search engines. */
export const harvestOperations: Operations = {
  'GET /oai': {
    ...oai,
    summary: 'Harvest metadata by OAI-PMH 2.0',
    query,
    meanings,
    examples: [
      { title: 'Identify', address: '/oai?verb=Identify', status: 200 },
      {
        title: 'Records of raw data',
        address: '/oai?verb=ListRecords&metadataPrefix=oai_dc&set=type:raw',
        status: 200,
      },
    ],
  },
  'POST /oai': {
    ...oai,
    id: 'harvestRecordsByForm',
    summary: 'Harvest metadata by OAI-PMH 2.0, with the arguments in a form',
    body: { mediaType: 'application/x-www-form-urlencoded', schema: query },
    refusals: ['too-large-body'],
    examples: [{ title: 'Formats', address: '/oai', text: 'verb=ListMetadataFormats', status: 200 }],
  },
  'GET /api/search/changes': {
    useCases: ['listChangeBlocks'],
    summary: 'List when data sets changed last, by blocks of 49,000 numbers',
    answers: { 200: { description: 'Blocks that have data sets.', schema: ChangeBlocksSchema } },
    examples: [{ title: 'Blocks', address: '/api/search/changes', status: 200 }],
  },
  'GET /api/search/changes/:block': {
    useCases: ['listChanges'],
    summary: 'List the data sets of a block, with the times of their last changes',
    path: { block: DataSetNumberSchema },
    meanings: { block: 'Number of the block, from 1.' },
    answers: { 200: { description: 'Data sets by number; none for an unknown block.', schema: ChangesSchema } },
    examples: [{ title: 'The first block', address: '/api/search/changes/1', status: 200 }],
  },
};
