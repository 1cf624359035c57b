/** The face that the pages beside the product share: the mark, the name, the colors of light and dark, the way back. */
import { hash } from 'node:crypto';
import { type Html, html } from './html.js';

export const sideStyle = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; --ground: #efece4; --paper: #fbfaf6; --ink: #22302b;
    --quiet: #525e58; --line: #e2ddd1; --accent: #2e6a58; --on: #fff; --bad: #b23a2f }
  @media (prefers-color-scheme: dark) { :root { --ground: #101415; --paper: #161b1c; --ink: #e6ebe6; --quiet: #a9b7b0;
    --line: #2a3334; --accent: #6fb99d; --on: #0d1f19; --bad: #ef8479 } }
  body { margin: 0; min-height: 100vh; background: var(--ground); color: var(--ink) }
  a { color: var(--accent) } .home { display: inline-flex; align-items: center; gap: .6rem; color: inherit; font-weight: 700;
    font-size: 1.1rem; text-decoration: none }
`;

/** For a Content-Security-Policy that allows this style or script and nothing else. */
export const hashOf = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`;

export const nameOf = (brand: string, language = 'en'): string =>
  brand.charAt(0).toLocaleUpperCase(language) + brand.slice(1);

/** The mark and the name, which lead to the page. */
export function homeLink(brand: string, language?: string): Html {
  return html`<a class="home" href="/">
      <svg width="36" height="36" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="9" fill="#2e6a58"/>
      <g fill="none" stroke="#fbfaf6" stroke-width="2.5" stroke-linecap="round"><path d="M13 7.5h-1.5a4 4 0 0 0-4 4V13"/>
      <path d="M19 7.5h1.5a4 4 0 0 1 4 4V13"/><path d="M7.5 19v1.5a4 4 0 0 0 4 4H13"/><path d="M24.5 19v1.5a4 4 0 0 1-4 4H19"/></g>
      <circle cx="16" cy="16" r="3.6" fill="#f0a26b"/></svg>
      ${nameOf(brand, language)}</a>`;
}
