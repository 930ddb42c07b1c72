import { createRequire } from 'node:module';

/** What a test reads of the result of `sav-reader`. It reads labels of values of more than 8 bytes as Latin-1. */
export interface IndependentSav {
  header: { encoding: string; n_cases: number; n_vars: number };
  variables: { name: string; label: string }[];
  valueLabels: Record<string, [value: unknown, label: string][]>;
  rows: Record<string, unknown>[];
}

interface SavReader {
  open(): Promise<void>;
  readNextRow(): Promise<Record<string, unknown>>;
  meta: {
    header: IndependentSav['header'];
    sysvars: { name: string; label: string | null }[];
    valueLabels: { appliesToNames: string[]; entries: { val: unknown; label: string }[] }[];
  };
}

// The package has no entry for `import`.
const require = createRequire(import.meta.url);
const { SavBufferReader } = require('sav-reader') as { SavBufferReader: new (bytes: Buffer) => SavReader };

/** Reads an SPSS file with a library that shares no code with ours. */
export async function readSavIndependently(bytes: Buffer): Promise<IndependentSav> {
  const reader = new SavBufferReader(bytes);
  await reader.open();
  const { header, sysvars, valueLabels } = reader.meta;
  const rows: IndependentSav['rows'] = [];
  // It does not know the code for the end of the cases.
  for (let i = 0; i < header.n_cases; i += 1) rows.push(await reader.readNextRow());
  return {
    header,
    variables: sysvars.map(({ name, label }) => ({ name, label: label ?? '' })),
    valueLabels: Object.fromEntries(
      valueLabels.flatMap(({ appliesToNames, entries }) =>
        appliesToNames.map((name) => [name, entries.map(({ val, label }) => [val, label])]),
      ),
    ) as IndependentSav['valueLabels'],
    rows,
  };
}
