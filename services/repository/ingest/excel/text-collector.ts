/** Gathers the plain text of a string element (`si`, `is`): its `t` elements, those of rich text included. */
export class TextCollector {
  #text = '';
  #isOpen = false;
  /** Within `rPh`: how East Asian words are pronounced, which is no part of the text. */
  #isReading = false;

  open(element: string): void {
    if (element === 'rPh') this.#isReading = true;
    else if (element === 't') this.#isOpen = !this.#isReading;
  }

  text(text: string): void {
    if (this.#isOpen) this.#text += text;
  }

  close(element: string): void {
    if (element === 'rPh') this.#isReading = false;
    else if (element === 't') this.#isOpen = false;
  }

  /** The text gathered since the last call. */
  take(): string {
    const text = this.#text;
    this.#text = '';
    return decodeEscapes(text);
  }
}

/** Characters that XML cannot hold are written as '_x000D_', and a text that looks so with '_x005F_' before it. */
export function decodeEscapes(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9A-F]{4})_/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
}
