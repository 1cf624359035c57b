/** The text of Slack (mrkdwn) as plain text: names, channels, links and signs in the place of their codes. */
import { withEmojis } from './emoji-names.js';

const code = /<([^<>\n]{1,2048})>/g;

export function slackText(text: string, nameOf: (id: string) => string | null): string {
  const plain = text.replace(code, (whole, inside: string) => {
    const bar = inside.indexOf('|');
    const [target, label] = bar < 0 ? [inside, ''] : [inside.slice(0, bar), inside.slice(bar + 1)];
    const id = target.slice(1);
    if (target.startsWith('@')) return `@${label.replace(/^@/, '') || (nameOf(id) ?? id)}`;
    if (target.startsWith('#')) return `#${label || id}`;
    if (target.startsWith('!')) return label || `@${id.split('^')[0]}`;
    if (!/^[a-z][a-z0-9+.-]*:/i.test(target)) return whole;
    const address = target.replace(/^mailto:|^tel:/, '');
    return label === '' || label === target || label === address ? address : `${label} (${address})`;
  });
  return withEmojis(plain.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'));
}
