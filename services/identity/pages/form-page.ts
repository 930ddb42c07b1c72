import { html, type Html } from './html';
import { pageFormId, type Page, type PageFrame } from './layout';

/** Input types by what browsers and password managers are to fill in. */
const inputTypes = {
  name: 'text',
  email: 'email',
  username: 'email',
  'current-password': 'password',
  'new-password': 'password',
  'one-time-code': 'text',
  off: 'text',
} as const;

/** Fields in which capital letters and the checking of spelling get in the way. */
const plainFields: readonly (keyof typeof inputTypes)[] = ['email', 'username', 'one-time-code', 'off'];

/** A text field of a form, with its error if it has one. */
export interface Field {
  name: string;
  label: string;
  autocomplete: keyof typeof inputTypes;
  /** Not given for passwords, which are never sent back. */
  value?: string;
  hint?: string | Html;
  error?: string;
  /** Below the field, outside of what describes it. */
  below?: Html | undefined;
}

/** A form with one button. */
export interface Form {
  action: string;
  submit: string;
  /** Error about the form as a whole, shown at its button. */
  submitError?: string;
  formToken: string;
  fields: Field[];
  hidden?: Record<string, string>;
  /** Options of a passkey request as JSON: the script of the page asks the browser before the form is sent. */
  passkeyOptions?: string;
}

interface FormPage {
  title: string;
  intro?: string | Html;
  /** Between the introduction and the form. */
  before?: Html;
  form: Form;
  /** Between the form and the links. */
  after?: Html;
  /** Message above the heading. */
  note?: Html | undefined;
  /** Links to other pages, below the form. */
  links?: Html[];
}

/** A page with one form. */
export function formPage(frame: PageFrame, page: FormPage): Page {
  const { fields, submitError: error } = page.form;
  const summary = errorSummary(frame, error === undefined ? fields : [...fields, { name: submitId, error }]);
  return {
    title: page.title,
    hasErrors: summary !== null,
    formAction: page.form.action,
    usesPasskeys: page.form.passkeyOptions !== undefined,
    body: html`${summary} ${page.note}
      <h1>${page.title}</h1>
      ${page.intro && html`<p>${page.intro}</p>`} ${page.before} ${renderForm(frame, page.form)} ${page.after}
      ${(page.links ?? []).map((link) => html`<p>${link}</p>`)}`,
  };
}

/** A page that only shows a message. */
export function messagePage(title: string, paragraphs: (string | Html)[]): Page {
  return {
    title,
    body: html`<h1>${title}</h1>
      ${paragraphs.map((text) => html`<p>${text}</p>`)}`,
  };
}

/** A form that consists of a button. */
export function postButton({ action, submit, formToken, hidden = {} }: Omit<Form, 'fields'>): Html {
  return html`<form method="post" action="${action}">
    <input type="hidden" name="${formTokenField}" value="${formToken}" />
    ${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <p class="actions"><button class="button-quiet">${submit}</button></p>
  </form>`;
}

export function link(address: string, text: string): Html {
  return html`<a href="${address}">${text}</a>`;
}

/** Not 'submit', which would hide the method of that name from scripts. */
const submitId = 'form-button';

export const formTokenField = 'form-token';

/** A form with one button. Browsers do not validate it, because errors come from the server. */
export function renderForm(frame: PageFrame, form: Form): Html {
  // Without script, which shows it, the button cannot work.
  const hidden = form.passkeyOptions === undefined ? '' : ' hidden';
  const options = form.passkeyOptions !== undefined && html`data-passkey-options="${form.passkeyOptions}"`;
  return html`<form id="${pageFormId}" method="post" action="${form.action}" novalidate ${options}>
    <input type="hidden" name="${formTokenField}" value="${form.formToken}" />
    ${Object.entries(form.hidden ?? {}).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
    )}
    ${form.fields.map((field) => renderField(frame, field))}
    ${form.submitError && errorNote(frame, submitId, form.submitError)}
    <p class="actions">
      ${
        form.submitError
          ? html`<button id="${submitId}" aria-describedby="${submitId}-error" ${hidden}>${form.submit}</button>`
          : html`<button${hidden}>${form.submit}</button>`
      }
    </p>
  </form>`;
}

function errorNote({ frameTexts }: PageFrame, name: string, error: string): Html {
  return html`<p class="field-error" id="${name}-error">
    <span class="visually-hidden">${frameTexts.forms.errorPrefix} </span>${error}
  </p>`;
}

function renderField(frame: PageFrame, field: Field): Html {
  const hintId = `${field.name}-hint`;
  const errorId = `${field.name}-error`;
  const described = [field.hint && hintId, field.error && errorId].filter(Boolean).join(' ');
  const type = inputTypes[field.autocomplete];
  return html`<div class="${field.error ? 'field field-with-error' : 'field'}">
    <div class="label-line"><label for="${field.name}">${field.label}</label></div>
    ${field.hint && html`<p class="hint" id="${hintId}">${field.hint}</p>`}
    ${field.error && errorNote(frame, field.name, field.error)}
    <input
      id="${field.name}"
      name="${field.name}"
      type="${type}"
      autocomplete="${field.autocomplete}"
      ${plainFields.includes(field.autocomplete) && html`spellcheck="false" autocapitalize="none"`}
      ${field.autocomplete === 'one-time-code' && html`inputmode="numeric"`}
      ${field.value !== undefined && html`value="${field.value}"`}
      ${described !== '' && html`aria-describedby="${described}"`}
      ${field.error && html`aria-invalid="true"`}
    />
    ${field.below}
  </div>`;
}

/** List of all errors at the top of the page, each a link to its field; null if there are none. */
function errorSummary({ frameTexts }: PageFrame, fields: Pick<Field, 'name' | 'error'>[]): Html | null {
  const wrong = fields.filter((field) => field.error !== undefined);
  if (wrong.length === 0) return null;
  return html`<section class="notice notice-error" aria-labelledby="error-summary" tabindex="-1" autofocus>
    <h2 id="error-summary">${frameTexts.forms.errorSummary}</h2>
    <ul>
      ${wrong.map((field) => html`<li><a href="#${field.name}">${field.error}</a></li>`)}
    </ul>
  </section>`;
}

/** Message above the heading about what has just been done. */
export function successNote({ frameTexts }: PageFrame, text: string): Html {
  return html`<section class="notice notice-success" aria-labelledby="success">
    <h2 id="success">${frameTexts.forms.success}</h2>
    <p>${text}</p>
  </section>`;
}

/** Message above the heading about what the reader should know. */
export function noteRegion({ frameTexts }: PageFrame, text: string): Html {
  return html`<section class="notice" aria-labelledby="note">
    <h2 id="note">${frameTexts.forms.note}</h2>
    <p>${text}</p>
  </section>`;
}

/** Message above the heading about why something was not done. */
export function refusalNote({ frameTexts }: PageFrame, text: string): Html {
  return html`<section class="notice notice-error" aria-labelledby="error-summary" tabindex="-1" autofocus>
    <h2 id="error-summary">${frameTexts.forms.errorSummary}</h2>
    <p>${text}</p>
  </section>`;
}
