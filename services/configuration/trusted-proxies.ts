import { BlockList, isIP } from 'node:net';

import { optionalText } from './optional-text';

/** Addresses and CIDR ranges of the proxies whose word is taken, separated by commas or spaces. */
export const trustedProxiesSetting = optionalText.transform((text, context) => {
  const list = new BlockList();
  for (const entry of text?.split(/[\s,]+/).filter(Boolean) ?? []) {
    if (!addEntry(list, entry)) context.addIssue(`'${entry}' is neither an address nor a CIDR range`);
  }
  return list;
});

/** Whether it could be added. A range of everything cannot: everybody could claim any address. */
function addEntry(list: BlockList, entry: string): boolean {
  const [address = '', bits, ...more] = entry.split('/');
  const kind = isIP(address);
  if (kind === 0 || more.length > 0) return false;
  const family = kind === 4 ? 'ipv4' : 'ipv6';
  if (bits === undefined) list.addAddress(address, family);
  else if (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (kind === 4 ? 32 : 128))
    list.addSubnet(address, Number(bits), family);
  else return false;
  return true;
}
