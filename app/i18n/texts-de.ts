/** Every text of the screens in one language, for the server. */
export const texts = import.meta.glob(
  ['../../locales/de/*.json', '!../../locales/de/{identity,ingest,mail,package,published,submission,test-items}.json'],
  { eager: true, import: 'default' },
);
