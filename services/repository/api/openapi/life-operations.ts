import {
  CorrectionDecisionSchema,
  CorrectionOutcomeSchema,
  CorrectionStateSchema,
  CorrectionToJudgeSchema,
  NewCorrectionSchema,
  WaitingCorrectionSchema,
} from '@domain/api/metadata-corrections';

import type { Operations } from './operation';

/** What is done with data sets after they were accepted. */
export const lifeOperations: Operations = {
  'GET /api/fileupload/:id/metadata-corrections': {
    useCases: ['findMetadataCorrection'],
    summary: 'What can be corrected in the metadata of an accepted data set',
    description: 'With what waits for the consent of the editorial board. The ETag covers the metadata.',
    answers: {
      200: {
        description: 'Metadata and proposal.',
        schema: CorrectionStateSchema,
        headers: { ETag: 'Version of the metadata, for `If-Match` of a correction.' },
      },
    },
    refusals: ['not-accepted', 'data-set-withdrawn'],
    examples: [
      {
        title: 'Before it is accepted',
        address: '/api/fileupload/3r/metadata-corrections',
        caller: 'contributor',
        status: 409,
      },
    ],
  },
  'POST /api/fileupload/:id/metadata-corrections': {
    useCases: ['correctMetadata'],
    summary: 'Correct the metadata of an accepted data set',
    description:
      'What only describes the data sets of the study is corrected at once. Title, authors and their order, licence, years of collection, rights holder, ethics vote, consent and version wait for the consent of an expert who reviewed it, or of the chair. The note and the changed fields are public.',
    isConditional: true,
    body: NewCorrectionSchema,
    answers: { 200: { description: 'What became of the changed fields.', schema: CorrectionOutcomeSchema } },
    refusals: [
      'not-accepted',
      'data-set-withdrawn',
      'not-same-owner',
      'metadata-invalid',
      'title-taken',
      'field-fixed',
      'nothing-corrected',
      'correction-note-missing',
      'proposal-open',
      'too-many-corrections',
    ],
    examples: [
      {
        title: 'A correction of what is not accepted yet',
        address: '/api/fileupload/3r/metadata-corrections',
        caller: 'contributor',
        body: { metadata: [{ id: 5, name: 'Abstract', values: ['Fitness of pupils.'] }], note: 'A wrong year' },
        status: 409,
      },
    ],
  },
  'DELETE /api/fileupload/:id/metadata-corrections/proposal': {
    useCases: ['withdrawCorrection'],
    summary: 'Withdraw a correction that waits for consent',
    answers: { 204: { description: 'It is withdrawn.' } },
    refusals: ['no-proposal'],
    examples: [
      {
        title: 'No proposal',
        address: '/api/fileupload/3r/metadata-corrections/proposal',
        caller: 'contributor',
        status: 409,
      },
    ],
  },
};

/** Corrections of metadata before the editorial board. */
export const judgementOperations: Operations = {
  'GET /api/editorial/corrections': {
    useCases: ['listWaitingCorrections'],
    summary: 'Corrections of metadata that wait for the consent of the caller',
    answers: {
      200: { description: 'In the order in which they were proposed.', schema: WaitingCorrectionSchema.array() },
    },
    examples: [{ title: 'As an expert', address: '/api/editorial/corrections', caller: 'expert1', status: 200 }],
  },
  'GET /api/editorial/:id/correction': {
    useCases: ['readCorrectionToJudge'],
    summary: 'The correction of metadata that waits for consent',
    description:
      'For experts who hold a panel of an accepted data set of the study, and the chair, unless they are a party.',
    answers: { 200: { description: 'The correction, field by field.', schema: CorrectionToJudgeSchema } },
    refusals: ['vote-own-upload', 'vote-named', 'not-reviewed'],
    examples: [
      {
        title: 'Of an upload that was not submitted',
        address: '/api/editorial/3r/correction',
        caller: 'expert1',
        status: 404,
      },
    ],
  },
  'POST /api/editorial/:id/correction': {
    useCases: ['judgeCorrection'],
    summary: 'Consent to a correction of metadata, or decline it',
    description: 'The first decision counts. With consent it is applied at once; a reason is required to decline.',
    body: CorrectionDecisionSchema,
    answers: { 204: { description: 'It is decided.' } },
    refusals: [
      'vote-own-upload',
      'vote-named',
      'not-reviewed',
      'no-proposal',
      'proposal-changed',
      'data-set-withdrawn',
      'reason-missing',
      'title-taken',
      'metadata-invalid',
      'rows-missing',
    ],
    examples: [
      {
        title: 'Consent as a contributor',
        address: '/api/editorial/3r/correction',
        caller: 'other',
        body: { version: 1, consents: true },
        status: 403,
      },
    ],
  },
};
