/** Markup that was made here, as opposed to text that came from somewhere. */
export interface Html {
  readonly markup: string;
}

type Part = Html | string | number | null | false | undefined | readonly Part[];

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** A template whose values are escaped unless they are markup themselves. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return { markup: strings.reduce((all, string, index) => `${all}${render(parts[index - 1])}${string}`) };
}

function render(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (isList(part)) return part.map(render).join('');
  return typeof part === 'object' ? part.markup : String(part).replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char);
}

/** A sentence whose words in backticks are code. */
export function prose(text: string): Html {
  const parts = text.split('`');
  return html`${parts.map((part, index) => (index % 2 ? html`<code>${part}</code>` : part))}`;
}

const isList = (part: Part): part is readonly Part[] => Array.isArray(part);
