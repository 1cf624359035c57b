/** Official words of a service. An organization cannot have one of them as its address. */
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
