import { parseArgs } from 'node:util';

const subjects = [
  'upload',
  'ingest',
  'parsers',
  'check',
  'problems',
  'pages',
  'forms',
  'search',
  'packages',
  'norms',
  'fairness',
  'costs',
  'growth',
  'load',
] as const;
export type Subject = (typeof subjects)[number];

const defaults = {
  only: subjects.join(','),
  'upload-megabytes': '200,1000',
  'ingest-megabytes': '200,1000',
  'check-million-cells': '10,42',
  'data-sets': '100000',
  'package-megabytes': '1000',
  'load-seconds': '120',
};

/** Subjects of a run, and the sizes of their files in bytes or cells. */
export interface BenchOptions {
  subjects: Subject[];
  uploadBytes: number[];
  ingestBytes: number[];
  checkCells: number[];
  /** Size of the large catalogue of the search, of that for costs, and of that for growth. */
  dataSets: number;
  /** Size of the files of a package. */
  packageBytes: number;
  /** How long many read and save at once. */
  loadSeconds: number;
}

/**
 * Reads the command line: `--only <subject>,<subject>`, `--<subject>-megabytes <n>,<n>` for upload and ingest
 * (1 MB = 2^20 bytes), `--check-million-cells <n>,<n>`, `--package-megabytes <n>`,
 * `--load-seconds <n>`, and `--data-sets <n>`, the size of the catalogue for the search, for costs and for growth.
 */
export function readOptions(args: string[]): BenchOptions {
  const option = { type: 'string' } as const;
  const { values } = parseArgs({
    args,
    options: {
      only: option,
      'upload-megabytes': option,
      'ingest-megabytes': option,
      'check-million-cells': option,
      'data-sets': option,
      'package-megabytes': option,
      'load-seconds': option,
    },
  });
  const listOf = (name: keyof typeof defaults) => (values[name] ?? defaults[name]).split(',');
  const sizes = (name: keyof typeof defaults, unit = 2 ** 20) =>
    listOf(name).map((text) => {
      const count = Number(text);
      if (!Number.isInteger(count) || count < 1) {
        throw new Error(`--${name} takes whole numbers of at least 1.`);
      }
      return count * unit;
    });
  return {
    subjects: listOf('only').map(asSubject),
    uploadBytes: sizes('upload-megabytes'),
    ingestBytes: sizes('ingest-megabytes'),
    checkCells: sizes('check-million-cells', 1_000_000),
    dataSets: sizes('data-sets', 1)[0]!,
    packageBytes: sizes('package-megabytes')[0]!,
    loadSeconds: sizes('load-seconds', 1)[0]!,
  };
}

function asSubject(text: string): Subject {
  const subject = subjects.find((known) => known === text);
  if (!subject) throw new Error(`--only takes some of ${subjects.join(', ')}.`);
  return subject;
}
