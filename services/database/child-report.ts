/** What the database process tells its parent. */
export type ChildReport =
  | { state: 'ready' }
  /** Another process works on the data folder. */
  | { state: 'in-use' }
  | { state: 'failed'; message: string };
