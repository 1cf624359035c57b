/** `/dev/outbox`: the mails that were written to a folder, for development. It does not exist where mails are sent. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context, Middleware, Next } from 'koa';
import { type Html, html } from '#http/pages/html.js';
import { homeLink, sideStyle } from '#http/pages/side-page.js';
import type { Mail } from '#src/adapters/mail/mail.js';

const PATH = '/dev/outbox';
const SHOWN_MAX = 100;
const LINK = /(https?:\/\/\S+)/;

const HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
};

export function outboxPage(dir: string): Middleware {
  return async function showOutbox(ctx: Context, next: Next) {
    if (ctx.path !== PATH || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next();
    ctx.state.route = PATH;
    ctx.set(HEADERS);
    const mails = await newest(dir);
    if (ctx.accepts('html', 'json') === 'json') {
      ctx.body = { mails };
      return;
    }
    ctx.type = 'html';
    ctx.body = listing(dir, mails).markup;
  };
}

/** Names begin with the time. */
async function newest(dir: string): Promise<Mail[]> {
  const names = await readdir(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const chosen = names
    .filter((name) => name.endsWith('.json'))
    .sort()
    .reverse()
    .slice(0, SHOWN_MAX);
  return Promise.all(chosen.map(async (name) => JSON.parse(await readFile(join(dir, name), 'utf8')) as Mail));
}

function listing(dir: string, mails: Mail[]): Html {
  return html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Outbox</title>
  <style>
    ${{ markup: sideStyle }}
    main { max-width: 44rem; margin: 2rem auto; padding: 0 1rem }
    article { border-top: 1px solid #8886; padding: 1rem 0 } h2 { font-size: 1.05rem; margin: 0 } .quiet { opacity: .75; margin: 0 }
    pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit }
  </style>
</head>
<body>
  <main>
  ${homeLink('meydan')}
    <h1>Outbox</h1>
    <p class="quiet">Without SMTP_URL mails are not sent: they land here and as files in ${dir}. The newest come first.</p>
    ${mails.length === 0 ? html`<p>There are none yet.</p>` : mails.map(entry)}
  </main>
</body>
</html>
`;
}

function entry({ to, subject, text, at, id }: Mail): Html {
  const parts = text.split(LINK);
  return html`<article id="${id}">
      <h2>${subject}</h2>
      <p class="quiet">to ${to}, ${new Date(at).toISOString()}</p>
      <pre>${parts.map((part) => (LINK.test(part) ? html`<a href="${part}">${part}</a>` : part))}</pre>
    </article>`;
}
