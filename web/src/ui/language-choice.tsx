import { type Language, setLanguage, useLanguage } from '../app/text/language.js';

const names: [Language, string][] = [
  ['tr', 'Türkçe'],
  ['en', 'English'],
];

export function LanguageChoice() {
  const chosen = useLanguage();
  return (
    <nav class="languages" aria-label="Dil / Language">
      {names.map(([code, name]) => (
        <button
          type="button"
          key={code}
          lang={code}
          class="language"
          aria-pressed={code === chosen}
          data-testid={`language-${code}`}
          onClick={() => setLanguage(code)}
        >
          {name}
        </button>
      ))}
    </nav>
  );
}
