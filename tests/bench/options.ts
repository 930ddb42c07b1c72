import { parseArgs } from 'node:util';

/** What a run can measure. */
const subjects = ['upload', 'ingest', 'parsers', 'check', 'pages'] as const;
export type Subject = (typeof subjects)[number];

const defaults = {
  only: subjects.join(','),
  'upload-megabytes': '200,1000',
  'ingest-megabytes': '200,1000',
  'check-megabytes': '200',
};

/** What a run measures, and with files of which sizes in bytes. */
export interface BenchOptions {
  subjects: Subject[];
  uploadBytes: number[];
  ingestBytes: number[];
  checkBytes: number[];
}

/**
 * Reads the command line: `--only <subject>,<subject>` and `--<subject>-megabytes <n>,<n>` for upload, ingest
 * and check (1 MB = 2^20 bytes).
 */
export function readOptions(args: string[]): BenchOptions {
  const option = { type: 'string' } as const;
  const { values } = parseArgs({
    args,
    options: {
      only: option,
      'upload-megabytes': option,
      'ingest-megabytes': option,
      'check-megabytes': option,
    },
  });
  const listOf = (name: keyof typeof defaults) => (values[name] ?? defaults[name]).split(',');
  const sizes = (name: keyof typeof defaults) =>
    listOf(name).map((text) => {
      const megabytes = Number(text);
      if (!Number.isInteger(megabytes) || megabytes < 1) {
        throw new Error(`--${name} takes whole numbers of at least 1.`);
      }
      return megabytes * 2 ** 20;
    });
  return {
    subjects: listOf('only').map(asSubject),
    uploadBytes: sizes('upload-megabytes'),
    ingestBytes: sizes('ingest-megabytes'),
    checkBytes: sizes('check-megabytes'),
  };
}

function asSubject(text: string): Subject {
  const subject = subjects.find((known) => known === text);
  if (!subject) throw new Error(`--only takes some of ${subjects.join(', ')}.`);
  return subject;
}
