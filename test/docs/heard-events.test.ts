import { documentValidator } from '../support/clients/event-validation.js';

describe('events held against the document', () => {
  const judgeOf = documentValidator();

  it('pass as the document tells them', () => {
    expect(judgeOf('stars:changed')?.({ balance: 3 })).toBe(true);
  });

  it.each<[string, unknown]>([
    ['lacks a field', {}],
    ['has another type', { balance: '3' }],
    ['has a field more', { balance: 3, of: 'ada' }],
    ['is nothing', undefined],
  ])('are caught when one %s', (_what, payload) => {
    expect(judgeOf('stars:changed')?.(payload)).toBe(false);
  });

  it('are caught when the document has no such event', () => {
    expect(judgeOf('stars:stolen')).toBeUndefined();
  });
});
