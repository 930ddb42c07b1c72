/** Loaders of the texts of the screens, by file. Texts that only the server writes are left out. */
export const textLoaders = import.meta.glob<Record<string, unknown>>(
  [
    '../../locales/*/*.json',
    '!../../locales/*/{api-docs,compare,identity,ingest,mail,package,published,submission,test-items}.json',
  ],
  { import: 'default' },
);
