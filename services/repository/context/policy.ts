import { isChairing, isOnBoard } from '@domain/roles';

import type { Actor } from './context';

/**
 * Condition for calling a use case:
 * - `anyone`: also without a token
 * - `link`: whoever has the secret link of a mail, also without a token
 * - `web-tier`: the web tier by its secret, without a token
 * - `signed-in`: anybody with a token; what they get and change is their own
 * - `owner`: whose upload, part of an upload or download it is, at any time
 * - `editor`: the owner of an upload while it may still be changed
 * - `reader`: the owner of an upload, and the editorial board once it is submitted
 * - `file-reader`: the owner of an upload, and the experts who review it, while they do
 * - `board`: an expert; of uploads those that were submitted
 * - `chair`: an expert who chairs the board; of uploads those that were submitted
 */
export type Right =
  | 'anyone'
  | 'link'
  | 'web-tier'
  | 'signed-in'
  | 'owner'
  | 'editor'
  | 'reader'
  | 'file-reader'
  | 'board'
  | 'chair';

/**
 * Who may call which use case. `callerOf` of the API reads this table for everybody's token and for the board, and
 * `access.ts` for every upload, part of an upload and download. The tests check it for every path.
 */
export const policy = {
  // uploads
  receiveFiles: 'signed-in',
  listUploads: 'signed-in',
  findUploadState: 'reader',
  digestUpload: 'file-reader',
  readUploadRows: 'file-reader',
  summariseColumns: 'file-reader',
  openOriginal: 'file-reader',
  findReading: 'file-reader',
  reparseFile: 'editor',
  tryAgain: 'editor',
  findCorrection: 'owner',
  correctFile: 'editor',
  deleteUpload: 'owner',
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
  findStudy: 'reader',
  listSchemaFields: 'reader',
  listSharingUploads: 'editor',
  describeStudyData: 'editor',
  validateTitle: 'owner',
  declareMissingCodes: 'editor',
  saveMetadata: 'editor',
  // submission
  reviewSubmission: 'owner',
  submitUpload: 'owner',
  withdrawUpload: 'owner',
  findReview: 'owner',
  reviseUpload: 'owner',
  // life of a data set
  beginVersion: 'owner',
  findOwnDataSet: 'owner',
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
  listOwnHistory: 'owner',
  writeNote: 'board',
  readNotes: 'board',
  writeOwnNote: 'owner',
  readOwnNotes: 'owner',
  // withdrawal
  findOwnWithdrawal: 'owner',
  askWithdrawal: 'owner',
  askOwnRemoval: 'owner',
  confirmOwnRemoval: 'owner',
  readWithdrawalAsChair: 'chair',
  listWithdrawals: 'chair',
  decideWithdrawal: 'chair',
  restoreDataSet: 'chair',
  askRemoval: 'chair',
  confirmRemoval: 'chair',
  listMyDataSets: 'signed-in',
  listAnswers: 'owner',
  exportAnswers: 'owner',
  // corrections
  findMetadataCorrection: 'owner',
  correctMetadata: 'owner',
  withdrawCorrection: 'owner',
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
  findUse: 'anyone',
  countUses: 'web-tier',
  describeQuality: 'anyone',
  describeDistributions: 'anyone',
  readPublishedRows: 'anyone',
  listPublishedFiles: 'anyone',
  openPublishedFile: 'anyone',
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
} as const satisfies Record<string, Right>;

export type UseCase = keyof typeof policy;

/** Names of the use cases with one of these rights. */
export type UseCaseFor<Needed extends Right> = {
  [Name in UseCase]: (typeof policy)[Name] extends Needed ? Name : never;
}[UseCase];

/** Whether the actor has the role that a right asks for, if it asks for one. */
export function isOfRole(right: Right, actor: Actor): boolean {
  if (right === 'chair') return isChair(actor);
  return right !== 'board' || isExpert(actor);
}

export function isExpert(actor: Actor): boolean {
  return isOnBoard(actor.roles);
}

export function isChair(actor: Actor): boolean {
  return isChairing(actor.roles);
}
