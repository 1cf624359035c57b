/** S8: passwords that guessers try first are nobody's. */
import { readFileSync } from 'node:fs';
import { commonPasswords } from '#src/adapters/credentials/common-passwords.js';
import { isContextual, PASSWORD_MAX, PASSWORD_MIN } from '#src/domain/v1/v1-password.js';
import { openV1Fixture, outcomeOf, PASSWORD, type V1Fixture } from './v1-fixture.js';

const list = readFileSync(new URL('../../src/adapters/credentials/common-passwords.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n');
const isCommon = commonPasswords();

describe('the list of common passwords', () => {
  it('holds ten thousand that are long enough to be chosen, each once and in lower case', () => {
    expect(list.length).toBeGreaterThanOrEqual(10_000);
    expect(new Set(list).size).toBe(list.length);
    const odd = list.filter((each) => {
      return each.length < PASSWORD_MIN || each.length > PASSWORD_MAX || each !== each.toLowerCase();
    });
    expect(odd).toEqual([]);
  });

  const known = ['fenerbahce', '0987654321', 'aaaaaaaaaa', 'password1234', 'iloveyou123', 'qwertyuiop'];
  it.each(known)('holds %s, in any case', (password) => {
    expect([isCommon(password), isCommon(password.toUpperCase())]).toEqual([true, true]);
  });

  it('does not hold a good one', () => {
    for (const password of [PASSWORD, 'doğru at pil zımba', 'x9-Wq4_Tz!7']) expect(isCommon(password)).toBe(false);
  });
});

describe('a password that is made of what everybody knows of the account', () => {
  it.each([
    'meydan123456',
    'MEYDAN-meydan',
    'ada.yilmaz.1990',
    '2024adayilmaz!',
    'adayilmazmeydan',
    'm.e.y.d.a.n.2024',
  ])('%s is told from others', (password) =>
    expect(isContextual(password, 'ada.yilmaz@example.com', 'meydan')).toBe(true),
  );

  it.each(['meydan-okuyan-kedi', '1029384756', 'adabahçesi12', PASSWORD])('%s is not one', (password) => {
    expect(isContextual(password, 'ada@example.com', 'meydan')).toBe(false);
  });

  it('does not look at parts of an address that are too short to tell anything', () => {
    expect(isContextual('abababab-12', 'ab@example.com', 'meydan')).toBe(false);
  });
});

describe('a weak password', () => {
  let fixture: V1Fixture;
  beforeAll(async () => {
    fixture = await openV1Fixture();
  });
  afterAll(() => fixture?.[Symbol.asyncDispose]());

  const weak = ['fenerbahce', 'meydan123456', 'ferideferide1'];
  it.each(weak)('%s is refused at registration and at a reset', async (password) => {
    const email = `feride@${password}.example.com`;
    const refused = await fixture.ask('POST', '/v1/auth/register', { email, password });
    expect([outcomeOf(refused), Object.keys(refused.body.error.fields)]).toEqual([
      '422 validation_failed',
      ['password'],
    ]);
    await fixture.account(email);
    await fixture.ask('POST', '/v1/auth/forgot-password', { email });
    const token = (await fixture.mailsTo(email, 2)).at(-1)?.token;
    const reset = (chosen: string) => fixture.ask('POST', '/v1/auth/reset-password', { token, password: chosen });
    expect(outcomeOf(await reset(password))).toBe('422 validation_failed');
    expect(outcomeOf(await reset('yeni-sifre-123'))).toBe('204');
  });
});
