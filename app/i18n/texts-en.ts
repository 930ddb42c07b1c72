/** Every text of the screens in one language, for the server. */
export const texts = import.meta.glob(
  ['../../locales/en/*.json', '!../../locales/en/{identity,ingest,mail,package,published,submission,test-items}.json'],
  { eager: true, import: 'default' },
);
