import type { UnplacedReason } from '@domain/api/class-report';
import type { NormSex } from '@domain/norms/age-groups';
import type { OccasionRow } from '@domain/norms/class-results';

/** Ages in years; null if they are not known. */
export interface Ages {
  /** Years from birth to test. */
  exactAge: number | null;
  /** The age that the table states. */
  statedAge: number | null;
}

/** A result as it was read, at its ages, or why it is none: the check refuses it, or a trial of a sum is missing. */
export interface ReadResult extends Ages {
  key: string;
  value: number | null;
  text: string;
  /** Cells of other results of the test in this year of age, which do not count. */
  notCounted?: readonly string[];
  reason: Extract<UnplacedReason, 'impossible' | 'trials-missing'> | null;
}

/** A child as it was read. */
export interface ReadChild extends Ages {
  row: number;
  /** The same in all rows of a child. */
  identity: string;
  name: string;
  /** Code of its class; '' if the table has none. */
  group: string;
  /** 'd' of the vocabulary is a sex that has no curves. */
  sex: NormSex | 'd' | null;
  results: ReadResult[];
}

/** A result of a row, or in long format one of its trials. */
export type RowResult = ReadResult & OccasionRow;

/** A row with its child, and with what says which one it is and when it was tested. */
export interface RowOfChild extends ReadChild {
  results: RowResult[];
  /** ID of the child; '' if the table has none. */
  person: string;
  /** Its birth; null if the row does not tell it. */
  born: string | null;
  /** Day of the tests; null if the row does not tell it. */
  day: string | null;
  timePoint: string | null;
}
