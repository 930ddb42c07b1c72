/** Every text of the language, as one module that the browser loads alone. */
export const texts = import.meta.glob('../../locales/de/*.json', { eager: true, import: 'default' });
