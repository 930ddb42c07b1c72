import { Refusal } from '@domain/error-codes';
import type { UploadRight } from '@domain/life/co-authors';
import { isAdministering, isChairing, isOnBoard } from '@domain/roles';

import type { Actor } from './context';
import type { Right } from './right';

/**
 * Who may call which use case. `callerOf` of the API reads this table for everybody's token and for the board, and
 * `access.ts` for every upload, part of an upload and download. The tests check it for every path.
 */
export const policy = {
  // access tokens
  listTokens: 'signed-in',
  makeToken: 'signed-in',
  revokeToken: 'owner',
  // rights of persons
  exportPerson: 'signed-in',
  // administration
  describeAdministration: 'administrator',
  listAccounts: 'administrator',
  readAccount: 'administrator',
  changeAccount: 'administrator',
  previewMerge: 'administrator',
  listStorage: 'administrator',
  listFixity: 'administrator',
  listJobs: 'administrator',
  retryJob: 'administrator',
  listDois: 'administrator',
  retryDoi: 'administrator',
  listMails: 'administrator',
  changeMail: 'administrator',
  listSettings: 'administrator',
  listAudit: 'administrator',
  // uploads
  receiveFiles: 'signed-in',
  listUploads: 'signed-in',
  findStorageUse: 'signed-in',
  findUploadState: 'reader',
  digestUpload: 'file-reader',
  readUploadRows: 'file-reader',
  summariseColumns: 'file-reader',
  openOriginal: 'file-reader',
  findReading: 'file-reader',
  reparseFile: 'editor',
  tryAgain: 'editor',
  findCorrection: 'member',
  correctFile: 'editor',
  deleteUpload: 'owner',
  listDocuments: 'file-reader',
  openDocument: 'file-reader',
  addDocuments: 'editor',
  removeDocument: 'editor',
  explainFindings: 'editor',
  createResumableUpload: 'signed-in',
  listOwnParts: 'signed-in',
  findOwnPart: 'owner',
  appendToPart: 'owner',
  cancelResumableUpload: 'owner',
  // mapping
  listMappingTargets: 'signed-in',
  listMappingTemplates: 'signed-in',
  saveMappingTemplates: 'signed-in',
  findMapping: 'file-reader',
  saveMapping: 'editor',
  suggestTargets: 'editor',
  findTableData: 'file-reader',
  changeTableData: 'editor',
  // checks
  listProblems: 'file-reader',
  listGroupProblems: 'file-reader',
  pageProblems: 'file-reader',
  downloadProblems: 'file-reader',
  findDistributions: 'file-reader',
  saveProblemComments: 'editor',
  overrideProblems: 'editor',
  restartChecks: 'editor',
  // metadata
  listMetadataTemplates: 'signed-in',
  saveMetadataTemplates: 'signed-in',
  listFieldValues: 'signed-in',
  lookUp: 'signed-in',
  findStudy: 'reader',
  listSchemaFields: 'reader',
  listSharingUploads: 'editor',
  describeStudyData: 'editor',
  validateTitle: 'contributor',
  declareMissingCodes: 'editor',
  saveMetadata: 'editor',
  // submission
  reviewSubmission: 'member',
  submitUpload: 'submitter',
  withdrawUpload: 'owner',
  findReview: 'member',
  reviseUpload: 'submitter',
  // co-authors
  listMembers: 'member',
  inviteMember: 'owner',
  changeMemberRight: 'owner',
  endMember: 'member',
  offerOwnership: 'owner',
  endOffer: 'owner',
  findLinkedMembership: 'link',
  declineMembership: 'link',
  acceptMembership: 'signed-in',
  readOwnerAsChair: 'chair',
  offerOwnershipAsChair: 'chair',
  endOfferAsChair: 'chair',
  // life of a data set
  beginVersion: 'submitter',
  findOwnDataSet: 'member',
  listVersions: 'anyone',
  followVersions: 'owner',
  unfollowVersions: 'owner',
  findLinkedVersions: 'link',
  endLinkedVersions: 'link',
  // voting
  listSubmissions: 'board',
  countSubmissions: 'board',
  countWaiting: 'board',
  describeBoardFigures: 'board',
  openSubmission: 'board',
  glanceAtSubmission: 'board',
  castVote: 'board',
  requestChanges: 'board',
  inviteExpert: 'chair',
  answerInvitation: 'board',
  findInvitation: 'link',
  declineByLink: 'link',
  handOverPanel: 'board',
  decideTie: 'chair',
  reopenSubmission: 'chair',
  readLetter: 'chair',
  editLetter: 'chair',
  postLetter: 'chair',
  answerChanges: 'editor',
  listBoardExperts: 'board',
  findProfile: 'board',
  saveProfile: 'board',
  listHistory: 'board',
  exportHistory: 'board',
  listOwnHistory: 'member',
  writeNote: 'board',
  readNotes: 'board',
  writeOwnNote: 'contributor',
  readOwnNotes: 'member',
  // withdrawal
  findOwnWithdrawal: 'member',
  askWithdrawal: 'owner',
  takeWithdrawalBack: 'owner',
  askOwnRemoval: 'owner',
  takeRemovalBack: 'owner',
  confirmOwnRemoval: 'owner',
  readWithdrawalAsChair: 'chair',
  listWithdrawals: 'chair',
  decideWithdrawal: 'chair',
  restoreDataSet: 'chair',
  askRemoval: 'chair',
  declineRemoval: 'chair',
  confirmRemoval: 'chair',
  listMyDataSets: 'signed-in',
  listAnswers: 'owner',
  exportAnswers: 'owner',
  // embargo and private links
  findOwnEmbargo: 'owner',
  shortenEmbargo: 'owner',
  readEmbargoAsChair: 'chair',
  lengthenEmbargo: 'chair',
  listPrivateLinks: 'owner',
  makePrivateLink: 'owner',
  revokePrivateLink: 'owner',
  openPrivateLink: 'link',
  readLinkedRows: 'link',
  openLinkedFile: 'link',
  // corrections
  findMetadataCorrection: 'member',
  correctMetadata: 'submitter',
  withdrawCorrection: 'submitter',
  listWaitingCorrections: 'board',
  readCorrectionToJudge: 'board',
  judgeCorrection: 'board',
  // publication
  previewPublication: 'file-reader',
  searchDataSets: 'anyone',
  listNumbers: 'anyone',
  describeCatalogue: 'anyone',
  makeFeed: 'anyone',
  harvestRecords: 'anyone',
  listChangeBlocks: 'anyone',
  listChanges: 'anyone',
  getStatistics: 'anyone',
  listSavedSearches: 'signed-in',
  saveSearch: 'signed-in',
  deleteSavedSearch: 'owner',
  findLinkedSearches: 'link',
  endLinkedSearches: 'link',
  describeDataSet: 'anyone',
  exportDataSet: 'anyone',
  digestDataSet: 'anyone',
  describePublishedTables: 'anyone',
  listRelated: 'anyone',
  listCorrections: 'anyone',
  findUse: 'anyone',
  countUses: 'web-tier',
  describeQuality: 'anyone',
  describeDistributions: 'anyone',
  readPublishedRows: 'anyone',
  listPublishedFiles: 'anyone',
  openPublishedFile: 'anyone',
  // norms
  describeNorms: 'anyone',
  readNorms: 'anyone',
  placeResults: 'anyone',
  describeDataSetNorms: 'anyone',
  // classes that are compared with norms
  listClassTargets: 'anyone',
  takeClass: 'anyone',
  reportClass: 'anyone',
  exportClassReport: 'anyone',
  // downloads
  findHelpFile: 'anyone',
  startDownload: 'signed-in',
  listDownloads: 'signed-in',
  listDownloadedDataSets: 'signed-in',
  showDownload: 'owner',
  openDownload: 'owner',
  packDataSet: 'anyone',
  packDownload: 'owner',
  packDownloadedDataSet: 'owner',
  listPoolDataSets: 'anyone',
  openPool: 'anyone',
} as const satisfies Record<string, Right>;

export type UseCase = keyof typeof policy;

/** Names of the use cases with one of these rights. */
export type UseCaseFor<Needed extends Right> = {
  [Name in UseCase]: (typeof policy)[Name] extends Needed ? Name : never;
}[UseCase];

/** What a co-author has to be allowed for the use cases of the contributor's side. */
export const neededRight = {
  owner: 'own',
  submitter: 'submit',
  contributor: 'edit',
  editor: 'edit',
  member: 'read',
} as const satisfies Partial<Record<Right, UploadRight>>;

/** Whether the actor has the role that a right asks for, if it asks for one. */
function isOfRole(right: Right, actor: Actor): boolean {
  if (right === 'chair') return isChair(actor);
  if (right === 'administrator') return isAdministering(actor.roles);
  return right !== 'board' || isExpert(actor);
}

/** Refuses what a role allows to somebody who does not have it, or has it only in a session with a second factor. */
export function requireRole(right: Right, actor: Actor): void {
  if (isOfRole(right, actor)) return;
  const withFactor = { ...actor, roles: [...actor.roles, ...(actor.lackingFactor ?? [])] };
  throw new Refusal(isOfRole(right, withFactor) ? 'second-factor-missing' : 'forbidden');
}

export function isExpert(actor: Actor): boolean {
  return isOnBoard(actor.roles);
}

export function isChair(actor: Actor): boolean {
  return isChairing(actor.roles);
}
