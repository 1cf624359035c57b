/** Wrong settings. Its message is for the operator: variable, problem, example; no stack is needed beside it. */
export class ConfigError extends Error {
  override name = 'ConfigError';
  constructor(problems: string[]) {
    super(problems.join('\n'));
  }
}
