import type { TestWeb } from './test-web';

/** A form in a browser window, with its fields in page order. */
export interface FormWindow {
  address: string;
  cookie: string;
  status: number;
  page: string;
  fields: [name: string, value: string][];
}

const decode = (text: string) =>
  text.replace(/&(?:#x([0-9a-f]+)|(quot|amp|lt|gt|#39));/gi, (_, hex: string, name: string) =>
    hex ? String.fromCodePoint(parseInt(hex, 16)) : ({ quot: '"', amp: '&', lt: '<', gt: '>' }[name] ?? "'"),
  );
/** Value of an attribute of a tag; '' if it has none. */
export const attribute = (tag: string, name: string) => decode(new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '');

/** Fields of the form that contains the field `opened`. */
function fieldsOf(page: string): [string, string][] {
  const form =
    page
      .split('<form')
      .find((part) => part.includes('name="opened"'))
      ?.split('</form>')[0] ?? '';
  const fields: [string, string][] = [];
  for (const [tag, kind, text] of form.matchAll(/<(input|textarea|select)\b[^>]*>(?:([^<]*)<\/textarea>)?/g)) {
    const name = attribute(tag, 'name');
    if (name === '') continue;
    if (kind === 'select') {
      const options = form.slice(form.indexOf(tag)).split('</select>')[0] ?? '';
      fields.push([name, attribute(/<option[^>]*selected=""[^>]*>/.exec(options)?.[0] ?? '', 'value')]);
    } else if (kind === 'textarea') fields.push([name, decode(text ?? '')]);
    else if (!/type="(checkbox|radio)"/.test(tag) || tag.includes('checked'))
      fields.push([name, attribute(tag, 'value')]);
  }
  return fields;
}

/** The first value of a field. */
export const valueOf = ({ fields }: FormWindow, name: string) => fields.find(([field]) => field === name)?.[1];
/** The window after typing into a field. */
export const type = (window: FormWindow, name: string, value: string): FormWindow => ({
  ...window,
  fields: window.fields.map(([field, old]) => [field, field === name ? value : old]),
});

/** Full value of the button with this verb; '' if there is none. */
export const buttonOf = ({ page }: FormWindow, verb: string) =>
  attribute(new RegExp(`<button[^>]*value="${verb}[:"][^>]*>`).exec(page)?.[0] ?? '', 'value');

/** Windows of a browser without script, and the requests that script would send, for the whole web app. */
export function formWindows(web: TestWeb) {
  async function open(address: string, cookie: string): Promise<FormWindow> {
    const response = await web.ask(address, { cookie });
    const page = await response.text();
    return { address, cookie, status: response.status, page, fields: fieldsOf(page) };
  }

  /** Presses a button and follows a redirect, as a browser does. */
  async function press(window: FormWindow, intent: string): Promise<FormWindow> {
    const { address, cookie } = window;
    const body = new URLSearchParams([...window.fields, ['intent', intent]]);
    const response = await web.ask(address, { method: 'POST', cookie, body });
    if (response.status === 303) {
      const flash = response.headers.getSetCookie().map((header) => header.split(';')[0]);
      const next = await open(response.headers.get('Location') ?? '', [cookie, ...flash].join('; '));
      return { ...next, cookie };
    }
    const page = await response.text();
    return { address, cookie, status: response.status, page, fields: fieldsOf(page) };
  }
  /** The request that script sends while the form is being filled in. */
  async function autosave(window: FormWindow): Promise<{ status: number; message: string }> {
    const { cookie, fields } = window;
    const [, path = ''] = /"autosave\\",\\"(\/drafts\/[^\\"]*)/.exec(window.page) ?? [];
    const response = await web.ask(path, { method: 'POST', cookie, body: new URLSearchParams(fields) });
    const { message } = (await response.json()) as { message: string };
    return { status: response.status, message };
  }

  return { open, press, autosave };
}
