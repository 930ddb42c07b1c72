/** How much an installation keeps of somebody, for the page that says what becomes of it when the account is deleted. */
export interface KeptOfPerson {
  /** Public data sets of theirs, also withdrawn ones. */
  published: number;
  /** Accepted data sets of theirs that are not public because of an embargo. */
  underEmbargo: number;
  /** The last day on which one of those becomes public, yyyy-MM-dd; '' if there is none. */
  embargoUntil: string;
  /** Submissions of theirs that the editorial board has not decided on. */
  underReview: number;
  /** Uploads of theirs in preparation, and rejected ones. */
  unpublished: number;
  /** Uploads among both that co-authors share now. */
  shared: number;
  /** Panels that they hold of submissions that are not decided. */
  panels: number;
  /** Votes of theirs on submissions that are decided. */
  votes: number;
  /** Downloads for which they stated a purpose. */
  purposes: number;
}
