/** The pages of the development provider: login, consent and error. Plain forms, no scripts. */
import { type DevelopmentPerson, GENDERS } from './people.js';

/** No `form-action`: browsers would apply it to the redirect back to the app as well. */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: Canvas; color: CanvasText }
  main { width: min(22rem, calc(100vw - 3rem)) }
  h1 { font-size: 1.4rem; margin: 0 0 .25rem } p { margin: 0 0 1.25rem; opacity: .8 }
  label { display: block; margin-bottom: .9rem; font-weight: 600 }
  input, select { display: block; box-sizing: border-box; width: 100%; margin-top: .25rem; padding: .55rem .6rem; font: inherit }
  button { padding: .6rem 1.1rem; font: inherit; font-weight: 600; border-radius: .4rem; border: 1px solid; cursor: pointer }
  button.main { background: #1f6f5c; border-color: #1f6f5c; color: #fff }
  .problem { color: #c0392b; opacity: 1 } dt { font-weight: 600 } dd { margin: 0 0 .6rem } .row { display: flex; gap: .6rem }
`;

export interface LoginPage {
  action: string;
  brand: string;
  typed?: Partial<DevelopmentPerson>;
  problem?: string;
}

export function loginPage({ action, brand, typed = {}, problem }: LoginPage): string {
  const {
    name = '',
    birthDate = '1990-01-01',
    gender = 'female',
    email = '',
    isEmailVerified = true,
    groups = [],
  } = typed;
  const options = GENDERS.map((word) => `<option${word === gender ? ' selected' : ''}>${word}</option>`).join('');
  return page(
    'Log in',
    `<h1>Log in to ${escapeHtml(brand)}</h1>
    <p>This is the development identity provider. Any name that you type is an account.</p>
    ${problem ? `<p class="problem" role="alert">${escapeHtml(problem)}</p>` : ''}
    <form method="post" action="${escapeHtml(action)}">
      <label>Name <input name="name" value="${escapeHtml(name)}" required maxlength="64" autocomplete="username" autofocus></label>
      <label>Birth date <input name="birthdate" type="date" value="${escapeHtml(birthDate)}" required></label>
      <label>Gender <select name="gender">${options}</select></label>
      <label>E-mail <input name="email" type="email" value="${escapeHtml(email)}" maxlength="254" placeholder="derived from the name"></label>
      <label>Is the e-mail verified? <select name="email_verified">
        <option${isEmailVerified ? ' selected' : ''}>yes</option><option${isEmailVerified ? '' : ' selected'}>no</option>
      </select></label>
      <label>Groups <input name="groups" value="${escapeHtml(groups.join(', '))}" maxlength="700" placeholder="for operators"></label>
      <button class="main" type="submit">Continue</button>
    </form>`,
  );
}

export interface ConsentPage {
  action: string;
  brand: string;
  person: DevelopmentPerson;
  /** The requested scopes. */
  scopes: readonly string[];
}

export function consentPage({ action, brand, person, scopes }: ConsentPage): string {
  const asked = [
    ...(scopes.includes('profile')
      ? [['Birth date', person.birthDate] as const, ['Gender', person.gender] as const]
      : []),
    ...(scopes.includes('groups') ? [['Groups', person.groups.join(', ')] as const] : []),
    ...(scopes.includes('email') ? [['E-mail', person.email] as const] : []),
  ];
  return page(
    'Allow access',
    `<h1>${escapeHtml(brand)} asks for your data</h1>
    <p>Logged in as ${escapeHtml(person.name)}. ${scopes.includes('groups') ? '' : 'Your name itself is not passed on.'}</p>
    <dl>${asked.map(([what, value]) => `<dt>${what}</dt><dd>${escapeHtml(value)}</dd>`).join('')}</dl>
    <form method="post" action="${escapeHtml(action)}" class="row">
      <button class="main" type="submit" name="answer" value="allow">Allow</button>
      <button type="submit" name="answer" value="deny">Deny</button>
    </form>`,
  );
}

export function problemPage(problem: string): string {
  return page(
    'It did not work',
    `<h1>It did not work</h1><p role="alert">${escapeHtml(problem)}</p><p><a href="/">Back to the start</a></p>`,
  );
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><main>${body}</main></body></html>`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
