import type { SqlValue } from '../context/table-engine';

/** Messages between the server and its tables child. `id` names one statement. */
export type ToChild =
  | {
      type: 'start';
      id: number;
      sql: string;
      parameters: SqlValue[];
      wantsRows: boolean;
      timeoutMs: number;
      writesTable: boolean;
    }
  /** The consumer took a batch: one more may be sent. */
  | { type: 'more'; id: number }
  /** The consumer went away. */
  | { type: 'cancel'; id: number };

export type FromChild =
  | { type: 'ready' }
  | { type: 'rows'; id: number; names: string[]; rows: SqlValue[][] }
  | { type: 'done'; id: number }
  | { type: 'failed'; id: number; reason: 'statement' | 'timeout'; message: string };

/** Batches a statement may send ahead of its consumer. */
export const batchesAhead = 2;
/** Most cells of one batch: bounds what is in flight for tables of thousands of columns. */
export const cellsPerBatch = 40_000;
