/** What a file says about one of its columns, beside its name and cells: from SPSS files. */
export interface ColumnInfo {
  /** Long name in words (SPSS variable label). */
  label?: string;
  /** Words of coded values: '1' -> 'male'. Keys are cells as text. */
  valueLabels?: Record<string, string>;
  /**
   * Values that count as missing although cells hold them. Bounds of ranges are decimals, both included;
   * null = unbounded.
   */
  missing?: { values: string[]; ranges: { from: string | null; to: string | null }[] };
  /** What the cells mean. Dates and times are ISO 8601 text, a duration is 'hh:mm:ss' with hours beyond 24. */
  kind: 'text' | 'number' | 'date' | 'datetime' | 'time' | 'duration';
}
