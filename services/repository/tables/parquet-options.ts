/** Cells of a row group and limits of its rows. Wide tables get short groups, to save memory. */
const cellsPerRowGroup = 1_600_000;
const rowGroupRows = { min: 2048, max: 122_880 };
/** Memory for the dictionaries of all columns while a file is written, and limits for one column. */
const dictionaryBytes = 8 * 1024 * 1024;
const columnDictionaryBytes = { min: 4096, max: 1024 * 1024 };

/**
 * How the pages are compressed: a table that is read again and again by the check is written and read faster with LZ4;
 * one that is kept for ever takes a third less space with Zstandard.
 */
const compressions = { fast: 'lz4_raw', small: 'zstd, compression_level 1' };

/**
 * Options of a statement that writes Parquet. Without these limits, a table of 200 columns needs half a
 * gigabyte even if it has few rows.
 */
export function parquetOptions(columns: number, compression: keyof typeof compressions): string {
  const rows = within(rowGroupRows, cellsPerRowGroup / columns);
  const dictionary = within(columnDictionaryBytes, dictionaryBytes / columns);
  return `format parquet, compression ${compressions[compression]}, row_group_size ${rows},
    dictionary_size_limit ${Math.floor(rows / 10)}, string_dictionary_page_size_limit ${dictionary},
    parquet_version v2, write_bloom_filter false`;
}

function within({ min, max }: { min: number; max: number }, value: number): number {
  return Math.floor(Math.min(max, Math.max(min, value)));
}
