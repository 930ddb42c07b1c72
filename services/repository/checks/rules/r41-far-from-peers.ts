import type { CheckedColumn } from '../checked-table';
import type { Look, RowsRule } from '../rule';
import { findPeers, type PeerKey, type Peers } from './peers';
import { wordsOf } from './words';

/** Own estimate: distance from the mean of comparable persons, in their standard deviations. */
const farthest = 4;

/**
 * Result far from those of persons of the same sex and age within the file. Cells with a problem of their
 * own are left out, refused ones also from the comparison.
 */
export const r41: RowsRule = {
  id: 'R41',
  scope: 'rows',
  kinds: ['raw'],
  overridable: true,
  // One reason holds for all: who is rare is not wrong.
  listed: 1,
  text: {
    en: '{t}: {v} {u} is far from the results of comparable people (z = {a}).',
    de: '{t}: {v}\u00a0{u} liegt weit entfernt von den Werten vergleichbarer Personen (z = {a}).',
  },
  find: async (look) => {
    const results = look.table.columns.filter(
      ({ target }) => target.type === 'number' && target.isResult && target.test !== null,
    );
    const found = await findPeers(look, results);
    return found.flatMap(({ column, peers, by }) => {
      const far = peers.filter(({ least, most, mean, deviation }) =>
        [least, most].some((value) => Math.abs(value - mean) > farthest * deviation),
      );
      return far.length > 0 ? [{ column, sql: farSql(look, column, far, by) }] : [];
    });
  },
  words: wordsOf('va'),
};

function farSql(look: Look, column: CheckedColumn, peers: Peers[], by: PeerKey): string {
  const { number, value } = look.cellOf(column);
  const rows = peers.map(({ sex, years, mean, deviation }) => `('${sex}', ${years}, ${mean}, ${deviation})`);
  const z = `(${number} - mean) / deviation`;
  return `select "row", ${value} as value, ${number} as v, round(${z}, 2) as a
    from (select *, ${by.sex} as peer_sex, ${by.years} as peer_years from ${look.cells([...by.columns, column])})
    join (values ${rows.join(', ')}) as peers (sex, years, mean, deviation)
      on peer_sex = sex and peer_years = years
    where abs(${z}) > ${farthest} and not ${look.hit(column, 'any')}`;
}
