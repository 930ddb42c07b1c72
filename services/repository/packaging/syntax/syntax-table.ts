import type { DescribedColumn } from '../describe-columns';

/** A table for the scripts that read it. */
export interface SyntaxTable {
  name: string;
  /** Path of its csv from the script. */
  path: string;
  columns: DescribedColumn[];
}
