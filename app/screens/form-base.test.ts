import fc from 'fast-check';
import { expect, test } from 'vitest';

import { entriesNamed, joinParts, partsByName, type FormParts } from '~/forms/join-parts';
import { packBase, readBase } from './form-base.server';

const names = ['a', 'b', 'c', 'd', 'e'];
const partsOf = (said: Partial<Record<string, string>>): FormParts =>
  new Map(
    Object.entries(said).flatMap(([name, text]) =>
      text === undefined ? [] : [[name, { entries: [[name, text]], meaning: text }] as const],
    ),
  );
const saidBy = (parts: FormParts) => Object.fromEntries([...parts].map(([key, { meaning }]) => [key, meaning]).sort());

/** What a form says, part by part; a part may be absent. */
const form = fc.record(Object.fromEntries(names.map((name) => [name, fc.string()])), { requiredKeys: [] });
/** What a window does to a form: new texts, and parts that go (null). */
const edits = fc.dictionary(fc.constantFrom(...names), fc.option(fc.string()));
const edited = (before: Partial<Record<string, string>>, changes: Record<string, string | null>) =>
  Object.fromEntries(
    Object.entries({ ...before, ...changes }).filter((each): each is [string, string] => each[1] !== null),
  );

function join(before: Partial<Record<string, string>>, here: Record<string, string>, there: Record<string, string>) {
  const base = readBase(packBase(partsOf(before)));
  return joinParts(base, partsOf(here), partsOf(there));
}

test('windows that changed different parts are joined as if one had gone on from the other', () => {
  fc.assert(
    fc.property(form, edits, edits, fc.subarray(names), (before, mine, theirs, forMe) => {
      const pick = (changes: Record<string, string | null>, own: boolean) =>
        Object.fromEntries(Object.entries(changes).filter(([name]) => forMe.includes(name) === own));
      const [ours, others] = [pick(mine, true), pick(theirs, false)];
      const joined = join(before, edited(before, ours), edited(before, others));
      expect(joined.collided).toEqual([]);
      expect(saidBy(joined.parts)).toEqual(saidBy(partsOf(edited(edited(before, others), ours))));
      expect(saidBy(joined.parts)).toEqual(saidBy(partsOf(edited(edited(before, ours), others))));
    }),
  );
});

test('nothing that was typed gets lost: it is in the joined form, or its part is named as a collision', () => {
  fc.assert(
    fc.property(form, edits, edits, (before, mine, theirs) => {
      const [here, there] = [edited(before, mine), edited(before, theirs)];
      const { parts, taken, collided } = join(before, here, there);
      for (const name of names) {
        const joined = parts.get(name)?.meaning;
        const [isMine, isTheirs] = [here[name] !== before[name], there[name] !== before[name]];
        if (isMine) expect(joined).toBe(here[name]);
        if (isTheirs && joined !== there[name]) expect(collided).toContain(name);
        if (!isMine && !isTheirs) expect(joined).toBe(before[name]);
        expect(taken.includes(name)).toBe(!isMine && isTheirs);
        expect(collided.includes(name)).toBe(isMine && isTheirs && here[name] !== there[name]);
      }
    }),
  );
});

test('whoever joins: windows without a collision come to the same form, and joining twice changes nothing', () => {
  fc.assert(
    fc.property(form, edits, edits, (before, mine, theirs) => {
      const [here, there] = [edited(before, mine), edited(before, theirs)];
      const [one, other] = [join(before, here, there), join(before, there, here)];
      expect([...one.collided].sort()).toEqual([...other.collided].sort());
      fc.pre(one.collided.length === 0);
      expect(saidBy(one.parts)).toEqual(saidBy(other.parts));
      const again = joinParts(readBase(packBase(partsOf(there))), one.parts, partsOf(there));
      expect([again.taken, again.collided]).toEqual([[], []]);
    }),
  );
});

test('what a form says takes twelve characters a part, and no text of it', () => {
  expect(packBase(partsOf({ a: 'tired', b: '' }))).toMatch(/^[\w-]{24}$/);
  expect(packBase(new Map())).toBe('');
  const garbage = readBase('xyz');
  expect([garbage.said('a', 'tired'), garbage.said('a', undefined)]).toEqual([false, true]);
});

test('fields of a name are one part together; empty ones are none', () => {
  const entries: [string, string][] = [
    ['a', '1'],
    ['b', ''],
    ['a', ''],
    ['c', '2'],
  ];
  const parts = partsByName(entriesNamed(entries, (name) => name !== 'c'));
  expect([...parts]).toEqual([
    [
      'a',
      {
        entries: [
          ['a', '1'],
          ['a', ''],
        ],
        meaning: '["1",""]',
      },
    ],
  ]);
});
