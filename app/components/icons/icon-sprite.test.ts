import { readdirSync, readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { motorTests } from '@domain/motor-tests';

import { buildSprite } from './icon-sprite';

const root = process.cwd();
const read = (slug: string) => readFileSync(`${root}/public/icons/${slug}.svg`, 'utf8');
const valuesOf = (picture: string, attribute: string) =>
  [...picture.matchAll(new RegExp(`[\\s"]${attribute}="([^"]*)"`, 'g'))].map(([, value]) => value);

test('each motor test has an icon, and there are no others', () => {
  const slugs = readdirSync(`${root}/public/icons`).map((file) => file.replace(/\.svg$/, ''));
  expect(slugs.sort()).toEqual([...motorTests].sort());
});

describe.each(motorTests)('the icon of %s', (slug) => {
  const picture = read(slug);

  test('is drawn on the grid of 24 by 24', () => {
    expect(valuesOf(picture, 'viewBox')).toEqual(['0 0 24 24']);
  });

  test('has one stroke width and round ends', () => {
    expect(valuesOf(picture, 'stroke-width')).toEqual(['1.5']);
    expect(valuesOf(picture, 'stroke-linecap')).toEqual(['round']);
    expect(valuesOf(picture, 'stroke-linejoin')).toEqual(['round']);
  });

  test('takes the colour of the text around it and no other', () => {
    const colours = [...valuesOf(picture, 'stroke'), ...valuesOf(picture, 'fill')];
    expect(colours.length).toBeGreaterThan(1);
    expect(colours.filter((colour) => colour !== 'currentColor' && colour !== 'none')).toEqual([]);
    expect(picture).not.toMatch(/style|<text|class=|#[0-9a-f]{3}/i);
  });

  test('is small', () => {
    expect(Buffer.byteLength(picture)).toBeLessThan(1200);
  });
});

test('people in all icons have the same head', () => {
  const withPeople = motorTests.filter((slug) => slug !== 'handgrip');
  for (const slug of withPeople) expect(read(slug), slug).toMatch(/<circle [^>]*r="1.25" fill="currentColor"/);
});

test('the sprite contains every icon with the name of its file as id', () => {
  const sprite = buildSprite(root);
  const ids = valuesOf(sprite, 'id');
  expect(ids).toEqual(expect.arrayContaining([...motorTests, 'cc-by-4.0', 'cc-by-sa-4.0']));
  expect(new Set(ids).size).toBe(ids.length);
  const [, balance] = /<symbol id="legstand60" (.*?)<\/symbol>/.exec(sprite) ?? [];
  expect(read('legstand60')).toContain(balance);
});
