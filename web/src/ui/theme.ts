/** Light or dark, on all pages: chosen here, or as the system says. */
import { createStore } from '../app/store.js';
import { useStore } from '../app/use-store.js';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const STORED_AS = 'meydan.theme';
const GROUND = { light: '#f6f4ef', dark: '#14181a' };
const system = matchMedia('(prefers-color-scheme: dark)');
const preference = createStore<{ theme: Theme }>({ theme: stored() });

function stored(): Theme {
  const value = localStorage.getItem(STORED_AS);
  return themes.find((theme) => theme === value) ?? 'system';
}

export const useTheme = (): Theme => useStore(preference).theme;

export function setTheme(theme: Theme): void {
  localStorage.setItem(STORED_AS, theme);
  preference.set({ theme });
}

function show(): void {
  const { theme } = preference.get();
  const shown = theme === 'system' ? (system.matches ? 'dark' : 'light') : theme;
  document.documentElement.dataset['theme'] = shown;
  // The bar of a phone's browser has the color of the page.
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) meta.setAttribute('content', GROUND[shown]);
}

/** Called once at the start of a page; other tabs and the system are followed. */
export function followTheme(): void {
  show();
  preference.subscribe(show);
  system.addEventListener('change', show);
  addEventListener('storage', ({ key }) => key === STORED_AS && preference.set({ theme: stored() }));
}
