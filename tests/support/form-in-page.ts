import { SaxesParser } from 'saxes';

/** One control of a form as a browser would send it. */
export type Sent = [name: string, value: string];

/**
 * What a browser sends of the form whose class is `className` when nobody changes it: texts, chosen
 * options and ticked boxes in their order, buttons aside. Line breaks are single ones.
 */
export function sentByForm(html: string, className: string): Sent[] {
  return sentFrom(html, new RegExp(`<form[^>]*class="[^"]*${className}`));
}

/** The same of the form with an id. */
export function sentById(html: string, id: string): Sent[] {
  return sentFrom(html, new RegExp(`<form[^>]*id="${id}"`));
}

function sentFrom(html: string, tag: RegExp): Sent[] {
  const start = html.search(tag);
  if (start < 0) throw new Error(`no form ${tag}`);
  const form = html.slice(start, html.indexOf('</form>', start) + '</form>'.length);
  const sent: Sent[] = [];
  let select: { name: string; first: string | null; chosen: string | null } | null = null;
  let area: { name: string; text: string } | null = null;
  const parser = new SaxesParser();
  // Signs that XML cannot hold are allowed in a page of HTML.
  parser.on('error', () => {});
  parser.on('opentag', ({ name: tag, attributes }) => {
    const { name = '', value = '', type = 'text' } = attributes as Record<string, string>;
    if (tag === 'input' && name !== '' && !['submit', 'button'].includes(type)) {
      if (!['checkbox', 'radio'].includes(type) || 'checked' in attributes) sent.push([name, value]);
    } else if (tag === 'select') select = { name, first: null, chosen: null };
    else if (tag === 'option' && select) {
      select.first ??= value;
      if ('selected' in attributes) select.chosen = value;
    } else if (tag === 'textarea') area = { name, text: '' };
  });
  parser.on('text', (text) => {
    if (area) area.text += text;
  });
  parser.on('closetag', ({ name: tag }) => {
    if (tag === 'select' && select) sent.push([select.name, select.chosen ?? select.first ?? '']);
    if (tag === 'select') select = null;
    // The first line break after the tag belongs to the markup.
    if (tag === 'textarea' && area) sent.push([area.name, area.text.replace(/^\n/, '')]);
    if (tag === 'textarea') area = null;
  });
  parser.write(form).close();
  return sent;
}
