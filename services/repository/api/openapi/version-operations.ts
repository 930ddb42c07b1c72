import { RevisionSchema } from '@domain/api/reviews';
import { DataSetVersionsSchema, LinkedVersionsSchema, OwnDataSetSchema } from '@domain/api/versions';

import { LinkSchema } from '../saved-searches';
import type { Operations } from './operation';

const link = { link: LinkSchema };
const linkMeaning = { link: 'Secret part of the link in the mail.' };

/** New versions of published data sets. */
export const versionOperations: Operations = {
  'GET /api/search/versions/:nr': {
    useCases: ['listVersions'],
    summary: 'All versions of a data set',
    description: 'With what is new in each, and the DOI of all versions together, which leads to the newest one.',
    answers: { 200: { description: 'The versions, the newest first.', schema: DataSetVersionsSchema } },
    refusals: ['not-found'],
    examples: [{ title: 'Versions of a data set', address: '/api/search/versions/1', status: 200 }],
  },
  'POST /api/fileupload/:id/versions': {
    useCases: ['beginVersion'],
    summary: 'Begin a new version of an accepted data set',
    description: 'With the file, mapping, comments and metadata of the newest version, checked again.',
    answers: {
      200: { description: 'The version that was begun already.', schema: RevisionSchema },
      201: { description: 'A new upload.', schema: RevisionSchema, headers: { Location: 'Address of the upload.' } },
    },
    refusals: ['not-accepted', 'data-set-withdrawn'],
    examples: [{ title: 'Not accepted', address: '/api/fileupload/3r/versions', caller: 'contributor', status: 409 }],
  },
  'GET /api/search/own/:nr': {
    useCases: ['findOwnDataSet'],
    summary: 'The upload of a data set, for its contributor',
    answers: { 200: { description: 'The upload.', schema: OwnDataSetSchema } },
    refusals: ['not-found'],
    examples: [{ title: 'Of somebody else', address: '/api/search/own/1', caller: 'other', status: 404 }],
  },
  'PUT /api/search/versions/:nr/mails': {
    useCases: ['followVersions'],
    summary: 'Get a mail about each new version of a downloaded data set',
    answers: { 204: { description: 'From now on.' } },
    refusals: ['not-found'],
    examples: [{ title: 'Not downloaded', address: '/api/search/versions/1/mails', caller: 'expert1', status: 404 }],
  },
  'DELETE /api/search/versions/:nr/mails': {
    useCases: ['unfollowVersions'],
    summary: 'Get no more mails about new versions of a data set',
    answers: { 204: { description: 'From now on.' } },
    refusals: ['not-found'],
    examples: [{ title: 'Without a download', address: '/api/search/versions/1/mails', caller: 'other', status: 404 }],
  },
  'GET /api/search/versions/end/:link': {
    useCases: ['findLinkedVersions'],
    summary: 'Show about which data set the link of a mail ends mails',
    path: link,
    meanings: linkMeaning,
    answers: {
      200: { description: 'The data set.', schema: LinkedVersionsSchema },
      303: {
        description: 'For clients that prefer `text/html`: the page that asks.',
        headers: { Location: 'Address of the page.' },
      },
    },
    refusals: ['not-found'],
    examples: [{ title: 'A link that was used', address: '/api/search/versions/end/used', status: 404 }],
  },
  'POST /api/search/versions/end/:link': {
    useCases: ['endLinkedVersions'],
    summary: 'End the mails of a link',
    description: 'Mail programs send it without cookies (RFC 8058). The body is ignored.',
    path: link,
    meanings: linkMeaning,
    answers: { 204: { description: 'Ended.' } },
    refusals: ['not-found'],
    examples: [{ title: 'A link that has ended them', address: '/api/search/versions/end/used', status: 404 }],
  },
};
