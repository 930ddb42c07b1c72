import { languages } from '@domain/language-code';

/** The site as a data catalogue with its search, in terms of schema.org. */
export function describeSite(
  _: unknown,
  { origin, translate }: { origin: string; translate: (key: string) => string },
): object {
  const url = `${origin}/`;
  return {
    '@context': 'https://schema.org',
    '@type': ['WebSite', 'DataCatalog'],
    '@id': url,
    url,
    name: 'Motothek',
    description: translate('home:description'),
    inLanguage: languages,
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${url}?q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  };
}
