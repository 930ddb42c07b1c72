/** Loaders of every text of the screens, by file; what is written on the server alone stays there. */
export const textLoaders = import.meta.glob<Record<string, unknown>>(
  ['../../locales/*/*.json', '!../../locales/*/{identity,ingest,mail,package,published,submission,test-items}.json'],
  { import: 'default' },
);
