/**
 * Condition for calling a use case:
 * - `anyone`: also without a token
 * - `link`: whoever has the secret link of a mail, also without a token
 * - `web-tier`: the web tier by its secret, without a token
 * - `signed-in`: anybody with a token; what they get and change is their own
 * - `owner`: whose upload, part of an upload, download or token it is, at any time
 * - `submitter`: the owner of an upload, and co-authors who may submit it, at any time
 * - `contributor`: the owner of an upload, and co-authors who may edit it, at any time
 * - `editor`: the same while it may still be changed
 * - `member`: the owner of an upload, and all of its co-authors, at any time
 * - `reader`: the same, and the editorial board once it is submitted
 * - `file-reader`: the same, and the experts who review it, while they do
 * - `board`: an expert; of uploads those that were submitted
 * - `chair`: an expert who chairs the board; of uploads those that were submitted
 * - `administrator`: who looks after accounts, jobs and storage, and reads no study by that
 */
export type Right =
  | 'anyone'
  | 'link'
  | 'web-tier'
  | 'signed-in'
  | 'owner'
  | 'submitter'
  | 'contributor'
  | 'editor'
  | 'member'
  | 'reader'
  | 'file-reader'
  | 'board'
  | 'administrator'
  | 'chair';
