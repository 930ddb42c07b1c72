import { expect, test } from 'vitest';

import { svgAsPng } from './norm-picture.server';

test('who asks for many pictures takes no place of others', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"></svg>';
  const ask = (visitor: string) => svgAsPng(svg, visitor, new AbortController().signal);
  const asked = Array.from({ length: 25 }, () =>
    ask('one').then(
      () => 'png',
      () => 'refused',
    ),
  );
  expect((await ask('another')).length).toBeGreaterThan(0);
  expect((await Promise.all(asked)).filter((answer) => answer === 'refused')).toHaveLength(4);
});
