/** A readable name for a browser, from its user agent. */
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

/** The name for the list of devices; empty for an unknown user agent. */
export function browserNameOf(agent: string): string {
  const known = [browsers, systems].map((names) => names.find(([mark]) => mark.test(agent))?.[1]);
  return known.filter((name) => name !== undefined).join(', ');
}
