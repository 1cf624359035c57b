/** Composes a mail: subject, texts, link, plain text and HTML. */
import type { Language } from '#src/domain/accounts/account.js';
import type { MailKind, MailRequest } from '#src/domain/v1/v1-mail.js';
import type { Mail } from './mail.js';
import { markup } from './mail-markup.js';
import { type MailText, mailTexts } from './mail-texts.js';

export interface MailContext {
  publicUrl: string;
  brand: string;
}

const pages: Partial<Record<MailKind, string>> = {
  verify: '/v1/auth/verify-email',
  account_exists: '/v1/auth/verify-email',
  reset: '/v1/auth/reset-password',
};

export function composeMail(id: string, at: number, reason: MailRequest, context: MailContext): Mail {
  const { kind, to, language } = reason;
  const brand = context.brand.charAt(0).toLocaleUpperCase(language) + context.brand.slice(1);
  const link = linkOf(reason, context.publicUrl);
  const words = mailTexts[language][kind === 'account_exists' && link ? 'account_exists_unverified' : kind](brand);
  return {
    id,
    at,
    to,
    language,
    subject: words.subject,
    text: plainText(words, link, brand),
    html: htmlText(words, link, { brand, language }),
  };
}

function linkOf({ kind, token }: MailRequest, publicUrl: string): string | null {
  const page = pages[kind];
  return page && token !== undefined ? `${publicUrl}${page}?token=${encodeURIComponent(token)}` : null;
}

function plainText({ lead, button, notes }: MailText, link: string | null, brand: string): string {
  const paragraphs = [lead, link && button && `${button}:\n${link}`, ...notes, `-- \n${brand}`];
  return `${paragraphs.filter((paragraph) => paragraph !== null).join('\n\n')}\n`;
}

const body = 'margin:0;padding:24px 12px;background:#f4f5f3;color:#1d211f;font:16px/1.5 system-ui,sans-serif';
const card = 'max-width:480px;margin:0 auto;padding:28px;background:#ffffff;border-radius:12px';
const action =
  'display:inline-block;padding:12px 20px;border-radius:8px;background:#1f6f5c;color:#ffffff;text-decoration:none;font-weight:600';
const quiet = 'margin:16px 0 0;font-size:14px;color:#5b635f';

/** Styles are inline, because mail programs drop style sheets. There are no images and no open tracking. */
function htmlText(
  { subject, lead, button, notes }: MailText,
  link: string | null,
  { brand, language }: { brand: string; language: Language },
): string {
  const linked =
    link && button
      ? markup`<p style="margin:24px 0"><a href="${link}" style="${action}">${button}</a></p>
      <p style="${quiet};word-break:break-all"><a href="${link}" style="color:#1f6f5c">${link}</a></p>`
      : markup``;
  return markup`<!doctype html>
<html lang="${language}">
  <head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${subject}</title></head>
  <body style="${body}">
    <div style="${card}">
      <p style="margin:0 0 16px;font-weight:700;color:#1f6f5c">${brand}</p>
      <p style="margin:0">${lead}</p>
      ${linked}
      ${notes.map((note) => markup`<p style="${quiet}">${note}</p>`)}
    </div>
  </body>
</html>
`.text;
}
