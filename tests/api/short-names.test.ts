import { describe, expect, test } from 'vitest';

import { maxTokenLabelCharacters, NewTokenSchema } from '@domain/access-tokens';
import { MappingTemplatesSchema } from '@domain/api/mapping';
import { MetadataTemplatesSchema } from '@domain/api/metadata';
import { NewPrivateLinkSchema } from '@domain/life/private-links';

import { NameSchema } from '../../services/identity/accounts/account-rules';

const until = '2026-04-01';
const labels: [string, (label: string) => string | undefined][] = [
  ['a token', (label) => NewTokenSchema.safeParse({ label, scopes: [], until }).data?.label],
  ['a private link', (label) => NewPrivateLinkSchema.safeParse({ label, until }).data?.label],
];
const names: [string, (name: string) => string | undefined][] = [
  ['an account', (name) => NameSchema.safeParse(name).data],
  ['a mapping template', (name) => MappingTemplatesSchema.safeParse([{ name, entries: [] }]).data?.[0]?.name],
  ['a metadata template', (name) => MetadataTemplatesSchema.safeParse([{ name, entries: [] }]).data?.[0]?.name],
];
const invisible = ['\u200b', '\u2060 \u00ad', ' \u202e ', '\u3164'];

describe.each([...labels, ...names])('the name of %s', (_, read) => {
  test('has no controls of the writing direction', () => {
    expect(read(' Grip\u202e 2026\u2069 ')).toBe('Grip 2026');
  });

  test('is counted in characters, not in units of UTF-16', () => {
    const most = '💪'.repeat(maxTokenLabelCharacters);
    expect(read(most)).toBe(most);
    expect(read('💪'.repeat(201))).toBeUndefined();
  });
});

test.each(labels)('the label of %s is empty if nothing of it is visible', (_, read) => {
  expect(invisible.map(read)).toEqual(invisible.map(() => ''));
});

test.each(names)('the name of %s has something visible', (_, read) => {
  expect(invisible.map(read)).toEqual(invisible.map(() => undefined));
});
