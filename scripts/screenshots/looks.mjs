/** How a page may be looked at: on which screen, in which light, in which language. */
const screens = {
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1280, height: 800 } },
};
const locales = { tr: 'tr-TR', en: 'en-GB' };

export const allLooks = Object.keys(screens).flatMap((screen) =>
  ['light', 'dark'].flatMap((colorScheme) =>
    Object.keys(locales).map((language) => ({ screen, colorScheme, language })),
  ),
);

export const nameOf = ({ screen, colorScheme, language }) => `${screen}.${colorScheme}.${language}`;

/** `phone.light.tr,desktop.dark.en`; an unknown one is refused. */
export function looksIn(words) {
  return words.split(',').map((word) => {
    const look = allLooks.find((one) => nameOf(one) === word.trim());
    if (!look) throw new Error(`There is no look "${word}". There is: ${allLooks.map(nameOf).join(', ')}.`);
    return look;
  });
}

/** Nothing moves: half-faded text would be measured as too pale to read. */
export const contextOf = ({ screen, colorScheme, language }) => ({
  ...screens[screen],
  colorScheme,
  locale: locales[language],
  reducedMotion: 'reduce',
  permissions: ['microphone', 'notifications'],
});
