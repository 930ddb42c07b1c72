import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';

import { i18nOf } from '~/i18n/instances.server';

import { OtherMetadata } from './described-sections';

test('each publication says how it is related', () => {
  const field = (id: number, name: string, values: string[]) => ({ id, name, values, languages: [] });
  const fields = [
    field(26, 'Related publication', ['10.1000/182', 'Muster 2020']),
    field(26.1, 'Relation', ['Describes these data', 'Cites these data']),
  ];
  const markup = renderToStaticMarkup(
    <I18nextProvider i18n={i18nOf('en')}>
      <OtherMetadata fields={fields} />
    </I18nextProvider>,
  );
  const words = markup.replaceAll(/<[^>]*>/g, '|').replaceAll(/\|+/g, '|');
  expect(words).toContain('|Related publication|10.1000/182| Describes these data|Muster 2020| Cites these data|');
  expect(words).not.toContain('|Relation|');
});
