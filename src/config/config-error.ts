/** Invalid settings. The message is for the operator and has variable, problem and example; it needs no stack. */
export class ConfigError extends Error {
  override name = 'ConfigError';
  constructor(problems: string[]) {
    super(problems.join('\n'));
  }
}
