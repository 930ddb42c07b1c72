/** Longest address of a page with what was typed, because servers and proxies refuse longer ones. */
const maxAddressCharacters = 8000;

/** An address to redirect to. Throws the page for forms that are too large if servers and proxies may refuse it. */
export function shortEnough(address: string): string {
  if (address.length > maxAddressCharacters) throw new Response(null, { status: 413 });
  return address;
}
