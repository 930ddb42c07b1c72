import { accessTokenOperations } from './access-token-operations';
import { accountDataOperations } from './account-data-operations';
import { administrationOperations } from './administration-operations';
import { boardListOperations } from './board-list-operations';
import { boardOperations } from './board-operations';
import { checkOperations } from './check-operations';
import { classOperations } from './class-operations';
import { documentOperations } from './document-operations';
import { downloadOperations, savedSearchOperations } from './download-operations';
import { editorialOperations } from './editorial-operations';
import { embargoOperations, privateLinkOperations } from './embargo-operations';
import { harvestOperations } from './harvest-operations';
import { helpOperations } from './help-operations';
import { letterOperations } from './letter-operations';
import { judgementOperations, lifeOperations } from './life-operations';
import { mappingOperations } from './mapping-operations';
import { chairsOwnerOperations, memberOperations } from './member-operations';
import { metadataOperations } from './metadata-operations';
import { myDataSetOperations } from './my-data-set-operations';
import { normOperations } from './norm-operations';
import type { Operations } from './operation';
import { partOperations } from './part-operations';
import { poolOperations } from './pool-operations';
import { publishedOperations } from './published-operations';
import { searchOperations } from './search-operations';
import { siteOperations } from './site-operations';
import { submissionOperations } from './submission-operations';
import { uploadOperations } from './upload-operations';
import { versionOperations } from './version-operations';
import { boardWithdrawalOperations, ownWithdrawalOperations } from './withdrawal-operations';

/** Part of the API with its own heading. */
export interface Area {
  name: string;
  description: string;
  operations: Operations;
}

/** Every call of the API, in the order of the document. Examples are sent in this order. */
export const areas: Area[] = [
  { name: 'Search', description: 'Search and published data, open to everybody.', operations: searchOperations },
  {
    name: 'Published files and facts',
    description: 'Files of data sets, their quality, use and relations.',
    operations: publishedOperations,
  },
  {
    name: 'Norms',
    description: 'Percentiles by age from all published data, open to everybody.',
    operations: { ...normOperations, ...classOperations },
  },
  {
    name: 'Harvesting',
    description: 'Metadata of all data sets for catalogues and search engines.',
    operations: harvestOperations,
  },
  {
    name: 'Administration',
    description: 'Accounts, jobs, storage and settings of the installation.',
    operations: administrationOperations,
  },
  { name: 'Downloads', description: 'Packages of data sets for signed-in users.', operations: downloadOperations },
  { name: 'Pool', description: 'One table of several data sets.', operations: poolOperations },
  { name: 'Saved searches', description: 'Mails about new data sets.', operations: savedSearchOperations },
  { name: 'Uploads', description: 'Files of contributors.', operations: uploadOperations },
  {
    name: 'Documents',
    description: 'README and codebook files that go along with an upload.',
    operations: documentOperations,
  },
  { name: 'Resumable uploads', description: 'Large files in parts, with tus 1.0.', operations: partOperations },
  { name: 'Mapping', description: 'Columns and what they mean.', operations: mappingOperations },
  { name: 'Check', description: 'Problems of the data and their explanations.', operations: checkOperations },
  { name: 'Metadata', description: 'Description of a study.', operations: metadataOperations },
  { name: 'Submission', description: 'From a described upload to the decision.', operations: submissionOperations },
  {
    name: 'Versions',
    description: 'New versions of published data sets, and mails about them.',
    operations: versionOperations,
  },
  {
    name: 'Co-authors',
    description: 'Uploads that several people share, and handing them on, by contributors and the chair.',
    operations: { ...memberOperations, ...chairsOwnerOperations },
  },
  {
    name: 'Withdrawal',
    description: 'Accepted data sets that are withdrawn, restored or removed, by contributors and the chair.',
    operations: { ...ownWithdrawalOperations, ...boardWithdrawalOperations },
  },
  {
    name: 'After publication',
    description: 'Data sets with their use, and corrections of the metadata of accepted ones.',
    operations: { ...myDataSetOperations, ...lifeOperations },
  },
  {
    name: 'Embargo and private links',
    description: 'How long data is not public, and who reads it before.',
    operations: { ...embargoOperations, ...privateLinkOperations },
  },
  {
    name: 'Editorial board',
    description: 'Votes of experts.',
    operations: {
      ...boardListOperations,
      ...boardOperations,
      ...editorialOperations,
      ...letterOperations,
      ...judgementOperations,
    },
  },
  { name: 'Texts and help', description: 'Licences, sample files and this description.', operations: helpOperations },
  {
    name: 'Access tokens',
    description: 'Tokens with which scripts call the API as their owner, and everything that is kept about the caller.',
    operations: { ...accessTokenOperations, ...accountDataOperations },
  },
  { name: 'Sign-in', description: 'Where programs of this site sign in.', operations: siteOperations },
];
