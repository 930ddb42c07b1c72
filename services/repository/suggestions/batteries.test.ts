import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { languages } from '@domain/language';
import { fieldIds } from '@domain/metadata/field-ids';

import { schemaFields } from '../metadata/schema';
import { rootFolder } from '../../root-folder';
import { vocabulary } from '../vocabulary';
import { suggestionRules, suggestMapping } from './';
import { loadBatteries } from './read-batteries';

/** Columns of a table, each with some of its cells. */
type Columns = Record<string, string>;

function suggest(columns: Columns) {
  const names = Object.keys(columns);
  const { columns: found, battery } = suggestMapping(
    suggestionRules,
    'raw',
    names.map((name) => ({ name, label: null, valueLabels: {}, samples: (columns[name] ?? '').split('|') })),
  );
  const firsts = found.flatMap(([first], index) =>
    first ? [[names[index] ?? '', `${first.target.key}|${first.unit.unit}`]] : [],
  );
  return { battery: battery?.id ?? null, targets: Object.fromEntries(firsts) as Columns };
}

describe('a table is recognised by its columns as', () => {
  it.each<[string, Columns]>([
    ['dmt', { '20 m': '4.4|4.1', SW: '121|135', LS: '14|17', SU: '20|24', RB: '-3|2', Lauf: '1004|870' }],
    ['emotikon', { Run: '1004|870', Star_r: '2.05|1.9', SLJ: '125|118', BPT: '3.7|2.9', S20_r: '4.5|4.3' }],
    [
      'mft',
      {
        Ballprellen: '41|52',
        Zielwerfen: '9|12',
        Rumpfbeugen: '-3|2',
        Standhochspringen: '31|28',
        'Halten im Hang': '12|31',
        Stufensteigen: '112|131',
      },
    ],
    ['ast', { '20-m-Lauf': '4.4|4.1', Zielwurf: '14|18', BBW: '22|31', Hindernislauf: '21.4|23', MED: '3.7|4.1' }],
    [
      'momo',
      {
        Reaktionszeit: '0.31|0.28',
        'MLS Fehler': '3|7',
        Stifte: '41|44',
        EBS: '3|7',
        'Bal rw': '31|40',
        SHH: '28|31',
        LS: '14|17',
        SW: '121|135',
        RB: '-3|2',
      },
    ],
    [
      'alpha-fit',
      { Waist: '61|58', HandgripR: '21.5|18', SLJ: '161|155', '4x10m': '12.1|11.8', '20mSRT_laps': '41|33' },
    ],
    [
      'eurofit',
      { FLB: '9|14', PLT: '12.1|11.8', SAR: '18.5|21', SBJ: '161|155', HGR: '21|18', SUP: '20|24', BAH: '12|8' },
    ],
    ['ktk', { RB: '47|58', HSH: '51|48', SHH: '57|62', SU: '41|44' }],
    [
      'fitnessgram',
      { PACER: '41|33', 'Curl-Ups': '41|33', 'Push-Ups': '14|17', 'Trunk Lift': '9|11', 'Mile Run': '9|8' },
    ],
  ])('%s', (id, columns) => {
    expect(suggest(columns).battery).toBe(id);
  });

  it.each<[string, string]>([
    ['dmt', 'SW|SU|LS|RB|6-min|SHH|20m|Bal rw'],
    ['dmt', 'Standweitspr.|Sit-ups|Liegest.|Rumpfb.|6-Min.-L.|Seitl. Hin- u. Herspr.|20m-Spr.|Bal. rückw.'],
    ['dmt', 'Standing long jump|Sit-ups|Push-ups|Stand and reach|6-min run|Jumping sideways|20 m sprint'],
    ['emotikon', '6-Minuten-Lauf|Sternlauf|Standweitsprung|Medizinballstoßen|20-m-Lauf'],
    ['mft', 'Ball bouncing|Target throwing|Trunk flexion|Vertical jump|Bent arm hang|Step climbing'],
    ['ast', '20 m run|Target throw|Ball-legs-wall|Obstacle run|Medicine ball push|6-min run'],
    ['momo', 'Reaktionstest|Linien nachfahren|Stifte|Einbeinstand|Bal rw|SHH|Liegestütz|SW|Fahrrad-Ausdauertest'],
    ['alpha-fit', 'Taillenumfang|Handkraft|Standweitsprung|4x10-m-Pendellauf|20-m-Shuttle-Run|Hautfaltendicke Trizeps'],
    ['eurofit', 'Flamingo-Balance|Tapping|Sit and Reach|Standweitsprung|Handkraft|Beugehang|10x5-m-Pendellauf'],
    ['ktk', 'Rückwärts balancieren|Monopedales Überhüpfen|Seitliches Hin- und Herspringen|Seitliches Umsetzen'],
    ['ktk', 'Walking backwards|One-legged hopping|Jumping laterally|Moving platforms'],
  ])('%s, also by German, English and shortened names without values: %s', (id, names) => {
    expect(suggest(Object.fromEntries(names.split('|').map((name) => [name, '']))).battery).toBe(id);
  });

  it('none with few tests, or with as many of others', () => {
    expect(suggest({ SW: '121|135', LS: '14|17' }).battery).toBeNull();
    expect(suggest({ Run: '1004|870', Waist: '61|58', PACER: '41|33', BBW: '22|31', FLB: '9|14' }).battery).toBeNull();
  });
});

describe('in a battery', () => {
  it('short headings are clear, also with trials', () => {
    const { targets } = suggest({
      'Sprint 1': '4.4|4.1',
      'Sprint 2': '4.3|4.2',
      'Weitsprung V1': '121|135',
      'Ausdauer [m]': '1004|870',
      SHH: '28|31',
      Balance: '31|40',
      Rumpf: '-3|2',
    });
    expect(targets).toEqual({
      'Sprint 1': 'dash20hand.t1|s',
      'Sprint 2': 'dash20hand.t2|s',
      'Weitsprung V1': 'slj.t1|cm',
      'Ausdauer [m]': 'run6min|m',
      SHH: 'jumpside15|1',
      Balance: 'balback|1',
      Rumpf: 'standreach|cm',
    });
  });

  it('a heading whose values do not fit has no target', () => {
    const { targets } = suggest({ Lauf: '3|4', '20m': '4.4|4.1', SW: '121|135', LS: '14|17', SU: '20|24' });
    expect(targets).not.toHaveProperty('Lauf');
  });

  it('a name that leaves the result open has that of the battery', () => {
    const run = { '6 min run': '1004|870', 'Star run': '2.05|1.9', SLJ: '125|118', 'Ball push': '3.7|4.1' };
    expect(suggest({ ...run, 'One-leg stance': '12|20' }).targets).toMatchObject({
      'One-leg stance': 'legstand60.time|s',
    });
    expect(suggest({ ...run, 'One-leg stance, floor contacts': '12|20' }).targets).toMatchObject({
      'One-leg stance, floor contacts': 'legstand60|1',
    });
  });

  it('tests that are scored in another way have no target, or that of the battery', () => {
    expect(suggest({ RB: '17|20', HSH: '51|48', SHH: '57|62', SU: '21|24' }).targets).toEqual({
      SHH: 'jumpside15|sum2',
    });
  });
});

describe('a mistake in the data files', () => {
  const data = path.join('services', 'repository', 'data', 'vocabulary');
  let copy: string;
  beforeAll(async () => {
    copy = await mkdtemp(path.join(tmpdir(), 'motothek-batteries-'));
  });
  afterAll(() => rm(copy, { recursive: true }));

  it.each([
    ['ktk,hopping', 'ktx,hopping', /battery-tests.csv, line \d+: no battery "ktx"/],
    ['dmt,run,run6min,,', 'dmt,run,run9min,,', /"run9min" is not a target/],
    ['jumpside15,sum2,', 'jumpside15,sum3,', /"jumpside15" is not offered in "sum3"/],
    ['dmt,jump,slj,,sw|', 'dmt,jump,slj,,sw|su|', /"su" occurs twice|"sit ups" occurs twice/],
  ])('is reported with its position: %s', async (from, to, message) => {
    await cp(path.join(rootFolder, data), path.join(copy, data), { recursive: true });
    const file = path.join(copy, data, 'battery-tests.csv');
    const text = await readFile(file, 'utf8');
    expect(text).toContain(from);
    await writeFile(file, text.replace(from, to));
    expect(() => loadBatteries(copy, vocabulary)).toThrow(message);
  });
});

it.each(languages)('batteries have the names that the metadata schema offers, but for one: %s', (language) => {
  const choices = schemaFields(language).find(({ id }) => id === fieldIds.testBattery)?.types ?? [];
  const others = suggestionRules.batteries.filter(({ shortName }) => !choices.includes(shortName));
  expect(others.map(({ id }) => id)).toEqual(['mft']);
});
