import { expect, test } from 'vitest';

import { preferredOffer, weightOf } from './media-types';

const json = { type: 'application/json' };
const linked = { type: 'application/ld+json' };
const dcat = { type: 'application/ld+json', parameters: { profile: ['http://www.w3.org/ns/dcat#'] } };
const apa = { type: 'text/x-bibliography', parameters: { style: ['apa'] } };
const text = { type: 'text/x-bibliography', parameters: { style: ['datacite'] } };
const html = { type: 'text/html' };
const offers = [json, linked, dcat, apa, text, html];
const prefer = (header?: string) => preferredOffer(header, offers);

test('without a header, or with one that names no type, the first offer is chosen', () => {
  for (const header of [undefined, '', ' ', '*/*', ';;,,', 'json']) expect(prefer(header), header).toBe(json);
});

test('the weight decides, then the precision, then the order of the header', () => {
  expect(prefer('application/json;q=0.5, text/html')).toBe(html);
  expect(prefer('*/*, text/html')).toBe(html);
  expect(prefer('text/html, application/ld+json')).toBe(html);
  expect(prefer('application/ld+json, text/html')).toBe(linked);
  expect(prefer('application/json;q=0.1, */*;q=0.2')).toBe(linked);
  expect(prefer('APPLICATION/LD+JSON; Q=1')).toBe(linked);
  expect(prefer('text/*')).toBe(apa);
});

test('what is excluded is never chosen', () => {
  expect(prefer('*/*, application/json;q=0')).toBe(linked);
  expect(prefer('*/*;q=0')).toBeNull();
  expect(prefer('image/png')).toBeNull();
  expect(prefer('application/json;q=0')).toBeNull();
  expect(prefer('text/html;q=2, application/json;q=-1, application/ld+json;q=x')).toBeNull();
});

test('parameters distinguish offers of one type, and others are ignored', () => {
  expect(prefer('application/ld+json;profile="http://www.w3.org/ns/dcat#"')).toBe(dcat);
  expect(prefer('application/ld+json; profile="https://a.example/x,y http://www.w3.org/ns/dcat#"; q=0.9')).toBe(dcat);
  expect(prefer('application/ld+json;profile="http://www.w3.org/ns/json-ld#compacted"')).toBe(linked);
  expect(prefer('text/x-bibliography; style=datacite; locale=de-DE')).toBe(text);
  expect(prefer('text/x-bibliography; style=unknown')).toBe(apa);
  expect(prefer('application/json;charset=utf-8')).toBe(json);
  expect(prefer('application/json;q=1;style=apa')).toBe(json);
});

test('the weight of an offer is that of the most precise range', () => {
  const header = 'text/html;q=0.3, text/*;q=0.9, */*;q=0.1';
  expect([html, apa, json].map((offer) => weightOf(header, offer, offers))).toEqual([0.3, 0.9, 0.1]);
  expect(weightOf(null, html, offers)).toBe(1);
});

test('a hostile header is read in linear time', () => {
  for (const part of ['"', '\\"', ',;=', 'a/b;', 'a/b;p="', ' ', 'a/b;p=" \\']) {
    prefer(part.repeat(16_000 / part.length));
  }
});
