/** Brings an ORCID into the form 0000-0000-0000-0000: without address, with hyphens. Other texts stay. */
export function normaliseOrcid(text: string): string {
  const bare = text.trim().replace(/^(https?:\/\/)?orcid\.org\//i, '');
  const digits = bare.replace(/[-\s]/g, '').toUpperCase();
  return /^\d{15}[\dX]$/.test(digits) ? digits.replace(/^(.{4})(.{4})(.{4})(.{4})$/, '$1-$2-$3-$4') : text.trim();
}

/** Whether a text is an ORCID: its form, and its check digit by ISO 7064 mod 11-2. */
export function isOrcid(text: string): boolean {
  const orcid = normaliseOrcid(text);
  if (!/^(\d{4}-){3}\d{3}[\dX]$/.test(orcid)) return false;
  const digits = orcid.replaceAll('-', '');
  let total = 0;
  for (const digit of digits.slice(0, 15)) total = (total + Number(digit)) * 2;
  const check = (12 - (total % 11)) % 11;
  return digits.endsWith(check === 10 ? 'X' : String(check));
}
