import { sqlText } from '../../context/table-engine';
import type { CellRule } from '../rule';

/** UTF-8 that was read as Windows-1252, and the replacement character for unreadable bytes. */
const broken = sqlText('\ufffd|Ã[¤¶¼Ÿ„–œ©¨]|Â[°²³§]|â€');

/** Characters that were corrupted by a wrong encoding. */
export const r42: CellRule = {
  id: 'R42',
  scope: 'cell',
  kinds: ['raw', 'agg'],
  overridable: true,
  text: {
    en: '"{{v}}" contains broken characters. Check the file encoding.',
    de: '„{{v}}“ enthält fehlerhafte Zeichen. Sehen Sie nach, ob die Zeichenkodierung stimmt.',
  },
  condition: ({ target }, { text }) =>
    // Only texts with more bytes than characters can contain them.
    target.type === 'text'
      ? `case when strlen(${text}) > length(${text}) then regexp_matches(${text}, ${broken}) end`
      : null,
  names: (_column, { value }) => ({ v: value }),
};
