/** Words by which a service speaks for itself: no organization has one of them for its address. */
export const officialWords: readonly string[] = [
  'admin',
  'api',
  'app',
  'console',
  'destek',
  'help',
  'konsol',
  'official',
  'panel',
  'resmi',
  'root',
  'sozluk',
  'support',
  'system',
  'www',
];
