/** The house as a catalogue of data in the terms of schema.org, with the search that it offers. */
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
    inLanguage: ['en', 'de'],
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${url}?q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  };
}
