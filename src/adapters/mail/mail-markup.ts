const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Markup of our own, as opposed to text from outside. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Markup | string | readonly Markup[];

/** A template that escapes its values, except for markup. */
export function markup(strings: TemplateStringsArray, ...parts: Part[]): Markup {
  return new Markup(strings.reduce((all, string, index) => `${all}${render(parts[index - 1] ?? '')}${string}`));
}

function render(part: Part): string {
  if (part instanceof Markup) return part.text;
  if (typeof part !== 'string') return part.map(render).join('');
  return part.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);
}
