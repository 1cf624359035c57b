/** What a browser is called by the people in front of it. */
const browsers: [mark: RegExp, name: string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrom(e|ium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: [mark: RegExp, name: string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** As people call it in their list of devices; empty when nothing of it is known. */
export function browserNameOf(agent: string): string {
  const known = [browsers, systems].map((names) => names.find(([mark]) => mark.test(agent))?.[1]);
  return known.filter((name) => name !== undefined).join(', ');
}
