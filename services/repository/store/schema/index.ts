export { accessTokens } from './access-tokens';
export { installation, jobLeases, keptFigures } from './operation';
export { repository } from './namespace';
export { partPieces, partPlaces, uploadParts, type KeptRefusal } from './parts';
export { people } from './people';
export { problemComments, problemGroups } from './problems';
export { files, sourceColumns, sourceTables, studies, uploads } from './uploads';
export {
  changeRequests,
  decisionLetters,
  expertProfiles,
  panelSeats,
  reviewHistory,
  reviewNotes,
  waitingMails,
} from './board';
export { correctionProposals } from './corrections';
export { askedExperts, doiErrors, dois, panelOpenings, votes } from './editorial';
export {
  dataSets,
  downloadItems,
  downloadSessions,
  publishedTables,
  searchDocuments,
  searchState,
  searchWords,
} from './publication';
export { detachedComments } from './detached-comments';
export { documents } from './documents';
export { harvestEntries } from './harvest';
export { keptFiles } from './kept-files';
export { studyMembers } from './members';
export { normCells, normContributions, normCurves, normMemberships, normVersions } from './norms';
export { objectSums } from './object-sums';
export { savedSearches, searchMailings } from './saved-searches';
export { templates } from './templates';
export { withdrawals } from './withdrawals';
export { privateLinks } from './private-links';
export { recentUses, useCounts } from './uses';
export { conceptDois, newVersions, versionFollowers } from './versions';
